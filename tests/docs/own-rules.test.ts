/**
 * The tour of docs/own-rules.md, command by command, in a folder of its own. `make setup` is what the tests themselves
 * run after; it is only looked up. The server is started where the tour starts it, and stopped at the end.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: Block[] = [...readFileSync('docs/own-rules.md', 'utf8').matchAll(/^```(sh|text)\n(.*?)^```/gms)].map(([, language, text]) => ({ language: language!, text: text! }));
const folder = mkdtempSync(join(tmpdir(), 'tour-'));
let port = 0;
let server: ChildProcess | null = null;

/** `npx dynarule` there is this project's command, and the port is a free one. */
beforeAll(async () => {
  for (const shipped of ['checkpoints', 'experiments']) symlinkSync(resolve(shipped), join(folder, shipped));
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${resolve('bin/dynarule.js')}" "$@"\n`);
  chmodSync(join(folder, 'npx'), 0o755);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  port = (probe.address() as AddressInfo).port;
  await new Promise((closed) => probe.close(closed));
});

afterAll(async () => {
  if (server === null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

const options = () => ({ cwd: folder, env: { ...process.env, NODE_OPTIONS: '', PATH: `${folder}:${process.env['PATH']}` } });

function run(text: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', text.replaceAll('8080', String(port))], { ...options(), encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** The tour's `serve`, until it answers. */
async function serve(text: string): Promise<void> {
  const words = text.replaceAll('8080', String(port)).trim().split(/\s+/);
  server = spawn(process.execPath, [resolve('bin/dynarule.js'), ...words.slice(2)], { ...options(), stdio: 'ignore' });
  for (let up = false; !up; ) {
    expect(server.exitCode).toBeNull();
    await sleep(100);
    up = await fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok, () => false);
  }
}

/** What the command before has printed. */
let output = '';

describe('the tour', () => {
  it.each(blocks.map((block) => [firstLine(block), block] as const))('%s', async (_, { language, text }) => {
    if (language === 'text') expectShown(text, output);
    else if (text.startsWith('make ')) expect(readFileSync('Makefile', 'utf8')).toContain(`\n${text.trim().split(' ')[1]}: `);
    else if (text.startsWith('npx dynarule serve')) await serve(text);
    else output = run(text);
  });

  it('has left edits beside the rules', () => {
    expect(existsSync(join(folder, 'my-rules.jsonl.edits'))).toBe(true);
  });
});

function firstLine({ text }: Block): string {
  return text.split('\n', 1)[0] as string;
}

/** Relevance is not compared: its last digit depends on the backend. */
function expectShown(text: string, output: string): void {
  const plain = (from: string): string => from.replace(/-?\d+\.\d\d/g, '#').replace(/ +/g, ' ');
  for (const line of text.trim().split('\n')) expect(plain(output)).toContain(plain(line));
}
