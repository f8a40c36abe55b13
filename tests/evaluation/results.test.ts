import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluationFiles, readEvaluation } from '../../src/evaluation/evaluate.ts';
import { missingCells, missingLines, tableCommand } from '../../src/evaluation/missing.ts';
import { readRecords, scoreOf } from '../../src/evaluation/records.ts';
import { readResults } from '../../src/evaluation/results.ts';
import { Evaluation } from '../../src/config/evaluation.ts';
import { fakeMethod, fakeRepository, runMatrix } from './support.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-results-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const evaluation = Evaluation.parse({ seeds: [1, 2], perSubtask: 3, ruleCounts: [100], repositories: ['original'], methods: ['dynarule'] });

async function evaluated() {
  const files = evaluationFiles('tiny', root);
  return { files, ...(await runMatrix([fakeRepository([fakeMethod([])])], evaluation, files)) };
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

it('is read again with the records beside it', async () => {
  const { files, results, scores } = await evaluated();
  const heard: string[] = [];
  expect(readEvaluation(files.results, ({ text }) => heard.push(text))).toEqual({ results, scores });
  // 11 sub-tasks × 3 questions × 2 forms × 2 seeds.
  expect(heard).toHaveLength(132);
  const [record] = readRecords(files.records);
  expect(record).toMatchObject({ retrieval: 'per-step', evaluatorVersion: 2 });
  expect(scores[0]).toEqual(scoreOf(record!));
  expect(Object.keys(record!).filter((key) => !(key in scores[0]!))).toEqual(['prompt', 'text', 'retrieved', 'goldSteps']);
});

it('has the fingerprint of each pool, the same for both forms and another for each seed', async () => {
  const { scores } = await evaluated();
  const pools = (seed: number, form: string) =>
    new Map(scores.flatMap((score) => (score.seed === seed && score.representation === form ? [[score.questionId, score.pool]] : [])));
  expect(pools(1, 'FOL')).toEqual(pools(1, 'NL'));
  expect(new Set([...pools(1, 'FOL').values(), ...pools(2, 'FOL').values()]).size).toBe(66);
});

describe('records beside results', () => {
  it('that are gone are named, with what makes them', async () => {
    const { files } = await evaluated();
    rmSync(files.records);
    expect(() => readEvaluation(files.results)).toThrow(/records\.jsonl: expected the records of an evaluation\n {2}got: no such file\n.*dynarule eval-table/);
  });

  it('that are cut off are refused', async () => {
    const { files } = await evaluated();
    const text = readFileSync(files.records, 'utf8');
    writeFileSync(files.records, text.slice(0, text.length - 10));
    expect(() => readEvaluation(files.results)).toThrow(/expected the records of the 132 questions that results.json sums up\n {2}got: 131 records/);
  });

  it('of another evaluator version are refused with that version, and damaged ones with their line', async () => {
    const { files } = await evaluated();
    const text = readFileSync(files.records, 'utf8');
    writeFileSync(files.records, text.replaceAll('"evaluatorVersion":2', '"evaluatorVersion":1'));
    expect(() => readEvaluation(files.results)).toThrow(`${files.records}:1: expected a question record of evaluator version 2 in every line\n  got: version 1`);
    writeFileSync(files.records, text.replace(/\n.*\n/, '\n{"cell": 3\n'));
    expect(() => readEvaluation(files.results)).toThrow(`${files.records}:2: expected a question record`);
  });
});

it('missingCells names what the matrix has and the results lack', async () => {
  const { results } = await evaluated();
  expect(missingCells(evaluation, results.cells)).toEqual([]);
  const without = results.cells.filter(({ seed, representation }) => seed !== 2 || representation !== 'NL');
  expect(missingCells(evaluation, without)).toEqual(['dynarule, NL, 100 rules, original, seed 2']);
});

it('missingCells asks for what the table shows, not for what the experiment has', async () => {
  const { results } = await evaluated();
  // Both seeds at 500 rules in FOL alone; NL and 100 rules are there.
  expect(missingCells(evaluation, results.cells, { ruleCounts: [100, 500], representations: ['FOL'] })).toEqual([
    'dynarule, FOL, 500 rules, original, seed 1',
    'dynarule, FOL, 500 rules, original, seed 2',
  ]);
  expect(missingCells(evaluation, results.cells, { ruleCounts: [500], methods: ['prompting'] })).toEqual([]);
});

it('missingLines names five cells and the command', () => {
  const command = 'dynarule eval-table --table 8 --experiment a.yaml';
  expect(missingLines(['a', 'b', 'c', 'd', 'e', 'f'], command)).toEqual(['missing, 6 cells: a; b; c; d; e; …', `  make them with: ${command}`]);
  expect(missingLines(['a'], command)[0]).toBe('missing, 1 cells: a');
  expect(missingLines([], command)).toEqual([]);
});

it('tableCommand overrides what the table shows otherwise, and quotes for the shell', () => {
  const asked = { file: 'a.yaml', set: ['name=b', 'evaluation.methods=[dynarule, prompting]', "model.base=it's"], evaluation };
  // The experiment has 100 rules, and both forms.
  expect(tableCommand('10', asked, { ruleCounts: [100, 500], representations: ['FOL', 'NL'] })).toBe(
    "dynarule eval-table --table 10 --experiment a.yaml --set name=b --set 'evaluation.methods=[dynarule, prompting]' --set 'model.base=it'\\''s' " +
      '--set evaluation.ruleCounts=[100,500]',
  );
  expect(tableCommand('8', { ...asked, set: [] }, { ruleCounts: [100], representations: ['FOL'] })).toBe(
    'dynarule eval-table --table 8 --experiment a.yaml --set evaluation.representations=[FOL]',
  );
  expect(tableCommand('2', { ...asked, set: [] }, {})).toBe('dynarule eval-table --table 2 --experiment a.yaml');
});

it.each([
  ['no file', null, /expected a results file, such as .*\n {2}got: no such file\n {2}fix: make it with: make eval-table2/],
  ['another version', '{"schema": 2, "commit": "a", "experiment": "b", "cells": []}', /results of schema 1, with at least one cell\n {2}got: schema 2\n/],
  ['no cells', '{"schema": 1, "commit": "a", "experiment": "b", "cells": []}', /at least one cell\n {2}got: no cells\n {2}fix: make it again with: make eval-table2/],
  ['no JSON', '{"schema": 1,', /expected results of schema 1/],
])('readResults refuses %s', (_, text, message) => {
  const file = join(root, 'results.json');
  if (text !== null) writeFileSync(file, text);
  expect(() => readResults(file)).toThrow(message);
});

it('readResults refuses a folder', () => {
  expect(() => readResults(root)).toThrow(/expected a results file, such as runs\/<name>\/results.json\n {2}got: a folder/);
});
