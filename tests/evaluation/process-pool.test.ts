import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { UserError } from '../../src/errors.ts';
import type { CellPlace } from '../../src/evaluation/cell.ts';
import { runCellsInProcesses } from '../../src/evaluation/process-pool.ts';

let folder = '';
let log = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-pool-'));
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const placeOf = (seed: number): CellPlace => ({ method: 'dynarule', representation: 'FOL', ruleCount: 100, repository: 'original', seed });

/** Runs cells of these names; returns what progress was told. */
async function run(names: readonly string[], workers: number): Promise<[number, number, number][]> {
  const told: [number, number, number][] = [];
  await runCellsInProcesses(
    names.map((name, index) => ({ name, place: placeOf(index) })),
    {
      workers,
      setting: { experiment: ExperimentConfig.parse({ name: 'pool' }), runs: log },
      progress: ({ seed }, done, total) => told.push([seed, done, total]),
      ready: () => undefined,
      program: new URL('./pool-stub.ts', import.meta.url),
    },
  );
  return told;
}

const noted = () => readFileSync(log, 'utf8').trimEnd().split('\n');
const processes = () => noted().flatMap((line) => /^process (\d+),/.exec(line)?.[1] ?? []).map(Number);
const cells = () => noted().filter((line) => !line.startsWith('process '));
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the pool of processes', () => {
  it('runs each cell once, in one process or another, and ends them', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `cell-${index}`);
    const told = await run(names, 3);
    expect(cells().sort()).toEqual(names);
    expect(told.sort(([a], [b]) => a - b)).toEqual(names.map((_, index) => [index, 1, 2]));
    expect(new Set(processes()).size).toBe(3);
    expect(processes().filter(isAlive)).toEqual([]);
  });

  it('shares the cores out among the processes', async () => {
    await run(['a', 'b', 'c'], 3);
    const share = Math.max(1, Math.floor(availableParallelism() / 3));
    expect(noted().filter((line) => line.startsWith('process ')).map((line) => line.split(', ')[1])).toEqual(Array(3).fill(`${share} threads`));
  });

  it('starts no more processes than there are cells', async () => {
    await run(['a', 'b'], 8);
    expect(processes()).toHaveLength(2);
    expect(await run([], 8)).toEqual([]);
  });

  it.each([
    ['fail', UserError, 'expected an answer'],
    ['defect', Error, 'RangeError: index 3'],
    ['crash', Error, 'a process of the evaluation ended early (exit code 3)'],
  ] as const)('ends all after a cell that makes its process %s', async (name, kind, message) => {
    const attempt = run(['hang', name], 2);
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(kind);
    expect(processes().filter(isAlive)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with all its processes on %s', async (signal) => {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const parent = spawn(process.execPath, ['--import', 'tsx', 'tests/evaluation/pool-parent.ts', log], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    parent.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const begun: string[] = [];
    for await (const line of createInterface({ input: parent.stdout })) {
      if (begun.push(line) === 2) break;
    }
    parent.kill(signal);
    expect(await once(parent, 'close')).toEqual([null, signal]);
    expect(said).toContain('stopped; what is answered is kept');
    // The third cell is not begun.
    expect(cells()).toEqual(['hang', 'hang']);
    expect(processes().filter(isAlive)).toEqual([]);
  });
});
