/** Both stages, step by step: what moves, what does not, and that a run continues exactly. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../../src/backend/init.ts';
import { tf } from '../../../src/backend/tf.ts';
import { choosingNames } from '../../../src/dynarule/adapters.ts';
import type { RuleAttentionConfig } from '../../../src/dynarule/rule-attention.ts';
import { exportWeights } from '../../../src/lm/weights.ts';
import { disposeTensors, exportTensors, type NamedArrays, type TensorRecord } from '../../../src/tensors/named.ts';
import { withChooser } from '../../../src/training/dynarule/first-adapters.ts';
import { measureConfidence } from '../../../src/training/dynarule/confidence.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { stage1Task } from '../../../src/training/dynarule/stage1-task.ts';
import { stage2Task } from '../../../src/training/dynarule/stage2-task.ts';
import { train, type TrainingTask } from '../../../src/training/loop.ts';
import { applyUpdate, disposeState } from '../../../src/training/optimizer.ts';
import { openRun } from '../../../src/training/run-folder.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { firstAdapters, tinyExperiment, tinySetup } from './tiny-setup.ts';

const PER_LAYER: RuleAttentionConfig = { topK: 4, selection: 'per-layer', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 };
let setup: TrainingSetup;

beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
});

const stage2 = (negatives: 'pool' | 'repository'): TrainingTask => stage2Task(tinyExperiment({ negatives }), setup, PER_LAYER, {});
/** One retrieval of up to four gold rules, with the mean query over question and answer. */
function onceTask(): TrainingTask {
  const config = tinyExperiment();
  const format = { ...setup.format, retrieval: 'once', stepQuery: 'sequence' } as const;
  return stage2Task({ ...config, dynarule: { ...config.dynarule, retrieval: 'once', stepQuery: 'sequence' } }, { ...setup, format }, PER_LAYER, {});
}

const TASKS: [string, 1 | 2, () => TrainingTask][] = [
  ['stage 1', 1, () => stage1Task(tinyExperiment(), setup)],
  ['stage 2 with negatives of the pool', 2, () => stage2('pool')],
  ['stage 2 with negatives of the repository', 2, () => stage2('repository')],
  ['stage 2 with one retrieval', 2, onceTask],
];

describe.each(TASKS)('%s', (_, stage, makeTask) => {
  it('moves every adapter, leaves the base bit for bit, and holds no more tensors from step to step', async () => {
    const task = makeTask();
    const base = exportWeights(setup.model.weights);
    const parameters = firstAdapters(setup, stage);
    const first = exportTensors(parameters);
    let trained = { parameters, state: task.optimizer.init(parameters) };
    const counts: number[] = [];
    for (let step = 1; step <= 10; step += 1) { // a group of batches has eight
      const { gradients } = await task.step(trained.parameters, step);
      expect(Object.keys(gradients).toSorted()).toEqual([...first.keys()].toSorted());
      trained = applyUpdate(task.optimizer, gradients, trained);
      counts.push(tf.memory().numTensors);
    }
    expect(counts).toEqual(counts.map(() => counts[0]));
    const last = exportTensors(trained.parameters);
    for (const [name, { data }] of first) expect(last.get(name)!.data).not.toEqual(data);
    expect(exportWeights(setup.model.weights)).toEqual(base);
    task.dispose?.();
    disposeTensors(trained.parameters);
    disposeState(trained.state);
  });
});

it('trains a layer that chooses and does not read beside the layers that read', async () => {
  const [config, attention] = [tinyExperiment(), { ...PER_LAYER, selection: 'confidence', confidenceLayer: 0, readingLayer: 1 } as const];
  const whole = firstAdapters(setup, 2);
  const reading = Object.fromEntries(Object.entries(whole).filter(([name]) => name === 'search' || name.startsWith('layers.1.')));
  const parameters = withChooser(config, setup, 0, reading);
  const task = stage2Task(config, setup, attention, {});
  const { gradients } = await task.step(parameters, 1);
  expect(Object.keys(parameters).toSorted()).toEqual([...Object.keys(reading), ...choosingNames(0)].filter((name) => name in whole).toSorted());
  expect(Object.keys(gradients).toSorted()).toEqual(Object.keys(parameters).toSorted());
  for (const gradient of Object.values(gradients)) expect(gradient.dataSync().some((value) => value !== 0)).toBe(true);
  task.dispose?.();
  [whole, parameters, gradients].forEach(disposeTensors);
});

/** Trains in a folder up to a step. The schedule is that of all four steps. */
async function trainTo(steps: number, root: string): Promise<NamedArrays> {
  const config = tinyExperiment();
  const run = openRun({ root, name: config.name, stage: 'stage2', config, seed: config.seed, backend: 'any' });
  const { parameters } = await train({ ...stage2('pool'), steps }, run, firstAdapters(setup, 2));
  const arrays = exportTensors(parameters);
  disposeTensors(parameters);
  return arrays;
}

it('continues stage 2 from a checkpoint bit for bit', async () => {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'resume-'));
  const whole = await trainTo(4, folder());
  const halves = folder();
  const half = await trainTo(2, halves);
  expect(half).not.toEqual(whole);
  expect(await trainTo(4, halves)).toEqual(whole);
});

it('measures entropies between 0 and ln R, and names the lowest layer', async () => {
  const config = tinyExperiment();
  const parameters: TensorRecord = firstAdapters(setup, 1);
  const report = await measureConfidence(config, setup, parameters);
  expect(report.questions).toBe(2 * 8 * 2); // two forms, eight batches of two
  const means = [0, 1].map((layer) => (report.entropies.FOL[layer]!.mean + report.entropies.NL[layer]!.mean) / 2);
  for (const mean of means) {
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThanOrEqual(Math.log(8));
  }
  expect(report.layer).toBe(means[1]! < means[0]! ? 1 : 0);
  disposeTensors(parameters);
});
