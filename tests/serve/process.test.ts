/** `dynarule serve` as a process of its own: stopped, killed, and started with what it must refuse. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { serverKey } from '../../src/serve/key.ts';
import { rulesFile } from '../rulebook/support.ts';
import { send } from './support.ts';

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
}

/** Whatever a test has started; nothing of it outlives the test. */
let latest: ChildProcess | null = null;
afterEach(async () => {
  if (latest === null || latest.exitCode !== null || latest.signalCode !== null) return;
  latest.kill('SIGKILL');
  await once(latest, 'exit');
});

async function start(path: string): Promise<Running> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['bin/dynarule.js', 'serve', '--rules', path, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'], env });
  latest = child;
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^(http:\S+): \d+ rules, model tiny$/.exec(line)?.[1];
    if (url !== undefined) return { url, child, ended };
  }
  throw new Error(`the server ended with ${String(await ended)}`);
}

describe('a server', () => {
  const path = rulesFile();

  it('is killed after it has acknowledged an edit', async () => {
    const { url, child, ended } = await start(path);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect((await send(`${url}/v1/rules`, 'POST', { id: 'cave', text: 'If A enters cave, it will become slightly happy.' })).status).toBe(201);
    child.kill('SIGKILL');
    await ended;
  });

  it('has the edit when it is started again, and ends cleanly when it is asked to', async () => {
    const { url, child, ended } = await start(path);
    expect((await send(`${url}/v1/rules/cave`, 'GET')).body).toMatchObject({ conclusion: 'it will become slightly happy' });
    const body = { model: 'tiny', messages: [{ role: 'user', content: 'If A enters cave, what will it become?' }] };
    expect((await send(`${url}/v1/chat/completions`, 'POST', body)).body).toMatchObject({ dynarule: { answer: 'slightly happy', rules_version: 1 } });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(`${path}.edits.lock`)).toBe(false);
  });
});

describe('the key', () => {
  it('comes from the environment', () => {
    expect(serverKey('KEY', { KEY: ' secret-1\n' })).toBe('secret-1');
  });

  it.each([[{}, 'the variable is not set'], [{ KEY: 'two words' }, 'text that no header can carry']])('is refused for %j', (environment, got) => {
    expect(() => serverKey('KEY', environment)).toThrow(`got: ${got}`);
  });
});
