/** What stage 2 goes on from: stage 1, or trained adapters. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExperimentConfig } from '../../../src/config/experiment.ts';
import { UserError } from '../../../src/errors.ts';
import { disposeWeights } from '../../../src/lm/weights.ts';
import { writeCheckpoint } from '../../../src/tensors/checkpoint.ts';
import { disposeTensors, exportTensors } from '../../../src/tensors/named.ts';
import { stage2Start } from '../../../src/training/dynarule/stage2-start.ts';
import { firstAdapters, tinyExperiment, tinySetup } from './tiny-setup.ts';

const root = mkdtempSync(join(tmpdir(), 'dynarule-stage2-start-'));
afterAll(() => rmSync(root, { recursive: true }));

function goingOnFrom(adapters: string): ExperimentConfig {
  const config = tinyExperiment();
  return { ...config, stage2: { ...config.stage2, adapters } };
}

it('trained adapters are gone on from, at the layer that they were trained to choose with', () => {
  const setup = tinySetup();
  const trained = firstAdapters(setup, 2);
  const attention = { topK: 3, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 5, ruleOffset: 4 };
  const extra = { attention, retrieval: 'per-step', stepQuery: 'search', encoder: setup.encoder.fingerprint };
  const adapters = exportTensors(trained);
  const folder = writeCheckpoint(root, { step: 7, adapters, optimizer: new Map(), extra }, 1);
  const start = stage2Start(goingOnFrom(folder), {}, root);
  // The layer is theirs; the rest is the experiment's own to say.
  expect(start.attention).toMatchObject({ confidenceLayer: 1, topK: 4 });
  const first = start.adapters(setup);
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(trained).toSorted());
  expect(exportTensors(first)).toEqual(adapters);
  disposeTensors(first);
  disposeTensors(trained);
  disposeWeights(setup.model.weights);
});

it('says what is missing', () => {
  expect(() => stage2Start(tinyExperiment(), {}, root)).toThrow(/run stage 1 of tiny-test first/);
  expect(() => stage2Start(goingOnFrom(join(root, 'nowhere')), {}, root)).toThrow(UserError);
});

it('is one of the two', () => {
  const parse = (): unknown => ExperimentConfig.parse({ ...tinyExperiment(), stage2: { from: 'other', adapters: 'checkpoints/tiny' } });
  expect(parse).toThrow(/from a run \(stage2.from\) or from adapters, not from both/);
});
