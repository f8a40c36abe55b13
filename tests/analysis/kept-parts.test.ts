/** Parts of an analysis that was stopped. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { keptRows, writeAnalysis } from '../../src/analysis/files.ts';
import { openKeptParts } from '../../src/analysis/kept-parts.ts';

const root = mkdtempSync(join(tmpdir(), 'kept-parts-'));
const file = join(root, 'x', 'parts.jsonl');
afterAll(() => rmSync(root, { recursive: true }));

let made: string[];
beforeEach(() => {
  made = [];
  rmSync(join(root, 'x'), { recursive: true, force: true });
});
const maker = (value: number) => async (): Promise<number> => {
  made.push(String(value));
  return value;
};
const ask = (key: unknown, value: number): Promise<number> => openKeptParts(file, z.number()).of(key, maker(value));

it('are made once, whoever asks again', async () => {
  expect([await ask(['a', 1], 5), await ask(['a', 2], 6), await ask(['a', 1], 7)]).toEqual([5, 6, 5]);
  expect(made).toEqual(['5', '6']);
});

it('are made again where a kill cut the line off, or the file holds something else', async () => {
  await ask('whole', 1);
  appendFileSync(file, '{"key": "half');
  expect(await ask('next', 2)).toBe(2);
  expect([await ask('whole', 8), await ask('next', 9)]).toEqual([1, 2]);
  writeFileSync(file, readFileSync(file, 'utf8').replace(':1}', ':"one"}'));
  expect(await ask('whole', 3)).toBe(3);
});

it('are not kept when making them fails, nor when the whole is written', async () => {
  const row = { method: 'dynarule', representation: 'NL' as const, removed: 0, exactMatch: { mean: 1, std: null, ci95: null } };
  const parts = keptRows('removal', 'x', root);
  await expect(parts.of('k', () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  expect(await parts.of('k', () => Promise.resolve(row))).toEqual(row);
  const unwanted = (): Promise<never> => Promise.reject(new Error('made again'));
  expect(await keptRows('removal', 'x', root).of('k', unwanted)).toEqual(row);
  writeAnalysis('removal', { experiment: 'x', commit: 'c', questions: 1, ruleCount: 100, rows: [row] }, root);
  await expect(keptRows('removal', 'x', root).of('k', unwanted)).rejects.toThrow('made again');
});
