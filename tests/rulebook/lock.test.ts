/** One writer a file, also where several find a dead one's lock at the same moment. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../src/rulebook/lock.ts';

/** No process has such an id. */
const DEAD = '4194304999';
/** Milliseconds; each process has to be started first. */
const PATIENCE = 300_000;

let folder = '';
let path = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'rules.jsonl.edits');
  file = `${path}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const takingOver = (lock: string): string => `${lock}.${createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 16)}`;

it('is there while it is had, with the process that has it, and gone afterwards', () => {
  const unlock = takeLock(path);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} [0-9a-f-]{36}$`));
  expect(readdirSync(folder)).toEqual(['rules.jsonl.edits.lock']);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

it('is refused where a living process has it', () => {
  writeFileSync(file, `${process.ppid} some-words`);
  expect(() => takeLock(path)).toThrow(`got: process ${process.ppid} has them`);
  expect(readFileSync(file, 'utf8')).toBe(`${process.ppid} some-words`);
});

it.each([DEAD, `${DEAD} some-words`, '', 'no number'])('is taken over from a dead process: %j', (content) => {
  writeFileSync(file, content);
  const unlock = takeLock(path);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  expect(readdirSync(folder)).toEqual(['rules.jsonl.edits.lock']);
  unlock();
});

it('is taken over by one process at a time, and also where one has died at it', () => {
  writeFileSync(file, DEAD);
  const guard = takingOver(file);
  writeFileSync(guard, String(process.ppid));
  expect(() => takeLock(path)).toThrow(`process ${process.ppid} has them`);
  expect(readFileSync(file, 'utf8')).toBe(DEAD);
  writeFileSync(guard, `${DEAD} at it`);
  const unlock = takeLock(path);
  expect(existsSync(guard)).toBe(false);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

it('has one owner where several processes find it stale at once', async () => {
  const [processes, locks] = [4, 100];
  const takers = Array.from({ length: processes }, () => {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/rulebook/lock-takers.ts', folder, String(locks)], { stdio: ['pipe', 'pipe', 'inherit'], env });
    return { child, ended: once(child, 'exit'), lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  const said = (): Promise<string[]> => Promise.all(takers.map(async ({ lines }) => String((await lines.next()).value)));
  try {
    expect(new Set(await said())).toEqual(new Set(['ready']));
    for (let at = 0; at < locks; at += 1) writeFileSync(join(folder, `file-${at}.lock`), DEAD);
    for (let at = 0; at < locks; at += 1) {
      writeFileSync(join(folder, `go-${at}`), '');
      await sleep(2);
    }
    const owned = (await said()).flatMap((line) => JSON.parse(line) as number[]);
    expect(owned.toSorted((a, b) => a - b)).toEqual(Array.from({ length: locks }, (_, at) => at));
  } finally {
    for (const { child } of takers) child.stdin.end();
    await Promise.all(takers.map(({ ended }) => ended));
  }
}, PATIENCE);
