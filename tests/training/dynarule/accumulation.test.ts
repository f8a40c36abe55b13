/** Accumulated steps of both stages against the batches that they are made of. */
import { initBackend } from '../../../src/backend/init.ts';
import type { ExperimentConfig } from '../../../src/config/experiment.ts';
import type { RuleAttentionConfig } from '../../../src/dynarule/rule-attention.ts';
import { disposeTensors, exportTensors, mapTensors, tensorNamed } from '../../../src/tensors/named.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { stage1Task } from '../../../src/training/dynarule/stage1-task.ts';
import { stage2Task } from '../../../src/training/dynarule/stage2-task.ts';
import type { StepResult, TrainingTask } from '../../../src/training/loop.ts';
import { addGradients } from '../../../src/training/optimizer.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { firstAdapters, tinyExperiment, tinySetup } from './tiny-setup.ts';

const CONFIDENT: RuleAttentionConfig = { topK: 4, selection: 'per-layer', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 };
/** A step's number decides the curriculum; gold rules alone throughout, so that only the batches differ. */
const GOLD_ONLY = { goldOnly: 1, full: 1 };
let setup: TrainingSetup;

beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
});

/** A tiny experiment with so many batches a step and a clipping norm; 0 does not clip. */
function experiment(accumulate: number, limit: number): ExperimentConfig {
  const config = tinyExperiment();
  const { stage1, stage2 } = config;
  return {
    ...config,
    stage1: { ...stage1, curriculum: GOLD_ONLY, optimizer: { ...stage1.optimizer, accumulate, clip: limit } },
    stage2: { ...stage2, optimizer: { ...stage2.optimizer, accumulate, clipLm: limit, clipRetrieval: limit } },
  };
}

const STAGES: [1 | 2, (config: ExperimentConfig) => TrainingTask][] = [
  [1, (config) => stage1Task(config, setup)],
  [2, (config) => stage2Task(config, setup, CONFIDENT, {})],
];

describe.each(STAGES)('stage %i', (stage, taskOf) => {
  async function stepOf(config: ExperimentConfig, step: number): Promise<StepResult> {
    const task = taskOf(config);
    const parameters = firstAdapters(setup, stage);
    const result = await task.step(parameters, step);
    disposeTensors(parameters);
    task.dispose?.();
    return result;
  }

  it('means the two half batches of a step', async () => {
    const [first, second] = [await stepOf(experiment(1, 0), 3), await stepOf(experiment(1, 0), 4)];
    const both = await stepOf(experiment(2, 0), 2); // of batches 3 and 4
    const sum = addGradients(first.gradients, second.gradients);
    const mean = mapTensors(sum, (tensor) => tensor.div(2));
    expect(Object.keys(both.gradients).toSorted()).toEqual(Object.keys(mean).toSorted());
    for (const [name, gradient] of Object.entries(both.gradients)) expect(gradient).toBeAllclose(tensorNamed(mean, name), { atol: 1e-7 });
    expect(both.loss).toBeCloseTo((first.loss + second.loss) / 2, 12);
    expect(both.tokens).toBe(first.tokens + second.tokens);
    [first.gradients, second.gradients, both.gradients, sum, mean].forEach(disposeTensors);
  });

  it('clips the mean, not the batches', async () => {
    const [whole, clipped] = [await stepOf(experiment(2, 0), 1), await stepOf(experiment(2, 1e-3), 1)];
    // Every clip group is scaled by one factor: its limit by the norm of its mean.
    const norms = Object.entries(clipped.metrics).filter(([name]) => name.endsWith('Norm'));
    expect(norms).toEqual(Object.entries(whole.metrics).filter(([name]) => name.endsWith('Norm')));
    const squares = (result: StepResult): number =>
      [...exportTensors(result.gradients).values()].flatMap(({ data }) => [...data]).reduce((total, value) => total + value ** 2, 0);
    expect([squares(whole)]).toBeAllclose([norms.reduce((total, [, norm]) => total + norm ** 2, 0)]);
    expect(Math.sqrt(squares(clipped))).toBeCloseTo(Math.sqrt(norms.length) * 1e-3, 7);
    [whole.gradients, clipped.gradients].forEach(disposeTensors);
  });
});
