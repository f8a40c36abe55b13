import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate, evaluationFiles, writeEvaluation } from '../../src/evaluation/evaluate.ts';
import { missingCells } from '../../src/evaluation/missing.ts';
import { openCellStore, readRecords } from '../../src/evaluation/records.ts';
import { readResults } from '../../src/evaluation/results.ts';
import { Evaluation } from '../../src/config/evaluation.ts';
import { fakeMethod, fakeRepository } from './support.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-results-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const evaluation = Evaluation.parse({ seeds: [1, 2], perSubtask: 3, ruleCounts: [100], repositories: ['original'], methods: ['dynarule'] });

async function evaluated() {
  const files = evaluationFiles('tiny', root);
  const context = { store: openCellStore(files.cells), backend: 'none', progress: () => undefined };
  const records = await evaluate([fakeRepository([fakeMethod([])])], evaluation, context);
  return { files, records, results: writeEvaluation(files, 'tiny', 'abc', records) };
}

it('results.json has one cell for each sub-task, form and seed', async () => {
  const { files, results } = await evaluated();
  expect(files.results).toBe(join(root, 'tiny', 'results.json'));
  expect(readResults(files.results)).toEqual(results);
  expect(Object.keys(JSON.parse(readFileSync(files.results, 'utf8')) as object)).toEqual(['schema', 'commit', 'experiment', 'cells']);
  // 11 sub-tasks × 2 forms × 2 seeds.
  expect(results.cells).toHaveLength(44);
  expect(results.cells[0]).toEqual({
    method: 'dynarule',
    representation: 'FOL',
    ruleCount: 100,
    repository: 'original',
    seed: 1,
    subtask: 'single-rule',
    n: 3,
    exactMatch: 0,
    recallAt1: 1,
    recallAt10: 1,
    recallAt100: 1,
  });
  expect(results.cells.at(-1)).toMatchObject({ representation: 'NL', seed: 2, subtask: 'multi-hop-4', exactMatch: 1 });
});

it('records are kept beside the results', async () => {
  const { files, records } = await evaluated();
  expect(readRecords(files.records)).toEqual(records);
});

it('missingCells names what the matrix has and the results lack', async () => {
  const { results } = await evaluated();
  expect(missingCells(evaluation, results.cells)).toEqual([]);
  const without = results.cells.filter(({ seed, representation }) => seed !== 2 || representation !== 'NL');
  expect(missingCells(evaluation, without)).toEqual(['dynarule, NL, 100 rules, original, seed 2']);
});

it.each([
  ['no file', null, /expected a results file\n.*\n {2}fix: make it with: make eval-table2/],
  ['another version', '{"schema": 2, "commit": "a", "experiment": "b", "cells": []}', /results of schema 1\n {2}got: schema/],
  ['no JSON', '{"schema": 1,', /expected results of schema 1/],
])('readResults refuses %s', (_, text, message) => {
  const file = join(root, 'results.json');
  if (text !== null) writeFileSync(file, text);
  expect(() => readResults(file)).toThrow(message);
});
