import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import { openRuleStore, readRuleSnapshot } from '../../src/rulebook/store.ts';
import { rulesFile } from './support.ts';

const encoder = createHashedEncoder({ dimensions: 16 });

/** Starts an editor, kills it with SIGKILL after some edits, and returns the last version that it acknowledged. */
async function killedAfter(path: string, edits: number): Promise<number> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const editor = spawn(process.execPath, ['--import', 'tsx', 'tests/rulebook/endless-editor.ts', path], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(editor, 'exit');
  let [last, heard] = [0, 0];
  for await (const line of createInterface({ input: editor.stdout })) {
    last = Number(line);
    heard += 1;
    if (heard === edits) editor.kill('SIGKILL');
  }
  await ended;
  return last;
}

it('keeps every acknowledged edit of a killed process, and no half of one', async () => {
  const path = rulesFile(['{"premise": "premise 1", "conclusion": "start"}', '{"premise": "premise 2", "conclusion": "start"}']);
  for (const edits of [1, 7]) {
    const acknowledged = await killedAfter(path, edits);
    const { version, rules } = await readRuleSnapshot(path, encoder);
    expect(acknowledged).toBeGreaterThanOrEqual(edits);
    expect(version).toBeGreaterThanOrEqual(acknowledged);
    expect(rules.map(({ conclusion }) => conclusion.split(' x')[0])).toEqual([`version ${version}`, `version ${version}`]);
  }
  // The dead process's lock is in nobody's way.
  await (await openRuleStore(path, encoder, () => undefined)).close();
});
