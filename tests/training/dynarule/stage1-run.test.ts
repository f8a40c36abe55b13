/** The stage 1 that stage 2 goes on from, and its confidence layer. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExperimentConfig } from '../../../src/config/experiment.ts';
import { UserError } from '../../../src/errors.ts';
import { CONFIDENCE_FILE, hasConfidenceLayer, readConfidenceLayer } from '../../../src/training/dynarule/confidence-file.ts';
import { fittingBatches } from '../../../src/training/dynarule/fitting-batches.ts';
import { stage1Run } from '../../../src/training/dynarule/stage1-run.ts';
import { openRun } from '../../../src/training/run-folder.ts';
import { tinyExperiment } from './tiny-setup.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-stage1-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A run of stage 1 with a checkpoint of two steps. */
function trained(config: ExperimentConfig): string {
  const { path, checkpoints } = openRun({ root, name: config.name, stage: 'stage1', config, seed: config.seed, backend: 'any' });
  mkdirSync(join(checkpoints, 'step-2'));
  return path;
}

/** An experiment that goes on from another's stage 1. */
function follower(change: Partial<ExperimentConfig> = {}): ExperimentConfig {
  const config = tinyExperiment();
  return { ...config, name: 'follower', stage2: { ...config.stage2, from: config.name }, ...change };
}

it("is the experiment's own, or that of the run that it names", () => {
  const path = trained(tinyExperiment());
  const expected = { path, checkpoint: join(path, 'checkpoints', 'step-2') };
  expect(stage1Run(tinyExperiment(), {}, root)).toEqual(expected);
  expect(stage1Run(follower(), {}, root)).toEqual(expected);
});

it('may differ in what stage 2 alone is trained with', () => {
  trained(tinyExperiment());
  const { dynarule } = tinyExperiment();
  expect(() => stage1Run(follower({ dynarule: { ...dynarule, topK: 2, retrieval: 'once', stepQuery: 'sequence' } }), {}, root)).not.toThrow();
});

it('is refused where it was trained with other values, which are named', () => {
  trained(tinyExperiment());
  const { stage1, dynarule } = tinyExperiment();
  const other = follower({ seed: 7, stage1: { ...stage1, steps: 9 }, dynarule: { ...dynarule, keyNorm: 'layer' } });
  expect(() => stage1Run(other, {}, root)).toThrow(UserError);
  expect(() => stage1Run(other, {}, root)).toThrow(/tiny-test\/stage1\/config.yaml stage2.from: expected .*\n {2}got: one with other values: seed, dynarule.keyNorm, stage1.steps\n/);
});

it('is refused where the experiment itself has changed since', () => {
  trained(tinyExperiment());
  const { stage1, data } = tinyExperiment();
  const changed = { ...tinyExperiment(), data: { ...data, folder: 'elsewhere' }, stage1: { ...stage1, ruleCount: 7 } };
  expect(() => stage1Run(changed, {}, root)).toThrow(/tiny-test\/stage1\/config.yaml: expected .*\n {2}got: one with other values: data.folder, stage1.ruleCount\n {2}fix: .*train-stage1 --fresh/);
});

it('is refused where it was trained on other files', () => {
  const config = tinyExperiment();
  openRun({ root, name: config.name, stage: 'stage1', config, contents: { 'model.base': 'one', encoder: 'same' }, seed: config.seed, backend: 'any' });
  mkdirSync(join(root, config.name, 'stage1', 'checkpoints', 'step-2'));
  expect(() => stage1Run(config, { 'model.base': 'one', encoder: 'same' }, root)).not.toThrow();
  expect(() => stage1Run(config, { 'model.base': 'another', encoder: 'same' }, root)).toThrow(/values: model.base \(other contents\)\n/);
});

it('may have been watched otherwise', () => {
  trained(tinyExperiment());
  const { stage1 } = tinyExperiment();
  const watched = { ...stage1, checkpointEverySteps: 1, keepCheckpoints: 9, validateEverySteps: 2, validationQuestions: 3 };
  expect(() => stage1Run({ ...tinyExperiment(), stage1: watched }, {}, root)).not.toThrow();
});

it.each([
  ['wasm', 'wasm'],
  ['native', 'wasm'],
  ['wasm', 'native'],
] as const)('of batches that are too large for wasm is the same on %s for stage 2 on %s', (first, second) => {
  const { stage1, ...config } = tinyExperiment();
  const asked = { ...config, stage1: { ...stage1, batchSize: 32 } };
  trained(fittingBatches(asked, first));
  expect(() => stage1Run(fittingBatches(asked, second), {}, root)).not.toThrow();
  const other = { ...asked, stage1: { ...asked.stage1, batchSize: 64 } };
  expect(() => stage1Run(fittingBatches(other, second), {}, root)).toThrow(/values: stage1.batchSize\n/);
});

it('is asked for by name where it is missing', () => {
  expect(() => stage1Run(follower(), {}, root)).toThrow(/no such folder\n {2}fix: run stage 1 of tiny-test first: make train-stage1/);
});

describe('the confidence layer', () => {
  const write = (text: string): void => writeFileSync(join(root, CONFIDENCE_FILE), text);
  const read = (): number => readConfidenceLayer(root, 'make it');

  it('is read, from 0, once stage 1 has come to its end', () => {
    expect(hasConfidenceLayer(root)).toBe(false);
    expect(read).toThrow(/confidence.json: expected the confidence layer .*\n {2}got: no such file\n {2}fix: make it/);
    write('{"layer": 3, "questions": 5}');
    expect(hasConfidenceLayer(root)).toBe(true);
    expect(read()).toBe(3);
  });

  it.each(['{"layer": -1}', '{}', '{"layer":'])('is refused as %s', (text) => {
    write(text);
    expect(read).toThrow(UserError);
  });
});
