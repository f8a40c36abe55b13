import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { latestCheckpoint, readCheckpoint, requireCheckpoint } from '../../src/tensors/checkpoint.ts';

/** Starts a writer, kills it with SIGKILL once it has written the step, and returns the folder. */
async function killedAfter(step: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  const env = { ...process.env, NODE_OPTIONS: '' };
  const writer = spawn(process.execPath, ['--import', 'tsx', 'tests/tensors/endless-run.ts', folder], { stdio: 'inherit', env });
  const ended = once(writer, 'exit');
  while (stepOf(latestCheckpoint(folder)) < step) {
    if (writer.exitCode !== null) throw new Error('the writer ended by itself');
    await sleep(1);
  }
  writer.kill('SIGKILL');
  await ended;
  return folder;
}

function stepOf(path: string | null): number {
  return path === null ? 0 : Number(/step-(\d+)$/.exec(path)?.[1]);
}

describe('a run that is killed', () => {
  it.each([1, 4, 9])('leaves a whole checkpoint from step %d on', async (step) => {
    const path = requireCheckpoint(await killedAfter(step), 'none');
    const checkpoint = readCheckpoint(path);
    expect(checkpoint.step).toBe(stepOf(path));
    expect(checkpoint.step).toBeGreaterThanOrEqual(step);
    for (const arrays of [checkpoint.adapters, checkpoint.optimizer]) {
      expect(arrays.get('a')?.data.every((value) => value === checkpoint.step)).toBe(true);
    }
  });
});
