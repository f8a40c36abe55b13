/** Scores on questions that are not trained on. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../../src/backend/init.ts';
import { tf } from '../../../src/backend/tf.ts';
import type { ExperimentConfig } from '../../../src/config/experiment.ts';
import type { RuleAttentionConfig } from '../../../src/dynarule/rule-attention.ts';
import { UserError } from '../../../src/errors.ts';
import { disposeTensors, type TensorRecord } from '../../../src/tensors/named.ts';
import { openTraining, type TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { stage1Task } from '../../../src/training/dynarule/stage1-task.ts';
import { stage1Validation } from '../../../src/training/dynarule/stage1-validation.ts';
import { stage2Task } from '../../../src/training/dynarule/stage2-task.ts';
import { stage2Validation } from '../../../src/training/dynarule/stage2-validation.ts';
import { openValidation, weightedMeans, type Validation } from '../../../src/training/dynarule/validation.ts';
import { stage1Groups } from '../../../src/training/dynarule/stage1-task.ts';
import { disposeWeights } from '../../../src/lm/weights.ts';
import { applyUpdate, disposeState } from '../../../src/training/optimizer.ts';
import type { TrainingTask } from '../../../src/training/loop.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { firstAdapters, tinyExperiment, tinySetup } from './tiny-setup.ts';

const ATTENTION: RuleAttentionConfig = { topK: 4, selection: 'per-layer', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 };
let setup: TrainingSetup;

beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
});

function experiment(validationQuestions: number): ExperimentConfig {
  const config = tinyExperiment();
  const { stage1, stage2 } = config;
  return { ...config, stage1: { ...stage1, validationQuestions }, stage2: { ...stage2, validationQuestions } };
}

const open1 = (questions: number): Promise<Validation | null> => stage1Validation(experiment(questions), setup);
const open2 = (questions: number): Promise<Validation | null> =>
  stage2Validation({ config: experiment(questions), model: setup.model, attention: ATTENTION }, setup);

async function opened(opening: Promise<Validation | null>): Promise<Validation> {
  const validation = await opening;
  if (validation === null) throw new Error('no validation');
  return validation;
}

it('weighs each batch by what its mean is over', () => {
  // (2 · 3 + 5 · 1) / 4 = 2.75
  const scores = [
    { name: 'a', value: 2, weight: 3 },
    { name: 'b', value: 7, weight: 1 },
    { name: 'a', value: 5, weight: 1 },
  ];
  expect(weightedMeans(scores)).toEqual({ a: 2.75, b: 7 });
});

it('asks as many questions as are wanted, in each representation that is trained', async () => {
  const rows: number[] = [];
  const config = experiment(5);
  const groups = { ...stage1Groups(config, setup), representations: { FOL: 0, NL: 1 } };
  const validation = await openValidation({
    groups,
    repository: setup.validationRepository(),
    questions: 5,
    ruleCount: 8,
    scoreBatch: (_, batch, pool) => {
      rows.push(batch.rows);
      expect(pool.embeddings.shape[0]).toBe(8);
      return [{ name: 'rows', value: batch.rows, weight: 1 }];
    },
  });
  // Batches of two: 2, 2 and 1.
  expect(await validation.score({})).toEqual({ rowsNL: 5 / 3 });
  expect(rows.toSorted()).toEqual([1, 2, 2]);
  validation.dispose();
});

const CASES: [string, () => Promise<Validation | null>, 1 | 2, string[]][] = [
  ['stage 1', () => open1(6), 1, ['validationLoss']],
  ['stage 2', () => open2(6), 2, ['validationLm', 'validationContrastive', 'validationRecallAt1']],
];

describe.each(CASES)('%s', (_, open, stage, names) => {
  it('gives its scores for FOL and NL, the same for the same adapters, and keeps no tensors', async () => {
    const parameters = firstAdapters(setup, stage);
    const validation = await opened(open());
    const before = tf.memory().numTensors;
    const scores = await validation.score(parameters);
    expect(await validation.score(parameters)).toEqual(scores);
    expect(tf.memory().numTensors).toBe(before);
    expect(Object.keys(scores).toSorted()).toEqual(names.flatMap((name) => [`${name}FOL`, `${name}NL`]).toSorted());
    for (const [name, value] of Object.entries(scores)) {
      expect(value).toBeGreaterThanOrEqual(0);
      if (name.includes('Recall')) expect(value).toBeLessThanOrEqual(1);
      else expect(value).toBeGreaterThan(0);
    }
    validation.dispose();
    disposeTensors(parameters);
  });

  it('opens no files where no question is asked for', async () => {
    const untouched = { ...setup, validationRepository: () => { throw new Error('read'); } };
    const off = experiment(0);
    expect(await stage1Validation(off, untouched)).toBeNull();
    expect(await stage2Validation({ config: off, model: setup.model, attention: ATTENTION }, untouched)).toBeNull();
  });
});

it('falls as training goes on', async () => {
  // Stage 1 on the same twelve rules: sixteen steps at a high rate fit them.
  const config = experiment(8);
  const task = stage1Task({ ...config, stage1: { ...config.stage1, steps: 16 } }, setup, await open1(8));
  const { first, last } = await trainAndScore(task, firstAdapters(setup, 1), 16);
  expect(last['validationLossFOL']!).toBeLessThan(first['validationLossFOL']!);
  expect(last['validationLossNL']!).toBeLessThan(first['validationLossNL']!);
});

type Scores = Readonly<Record<string, number>>;

async function trainAndScore(task: TrainingTask, parameters: TensorRecord, steps: number): Promise<{ first: Scores; last: Scores }> {
  const validate = task.validate;
  if (validate === undefined) throw new Error('the task does not validate');
  const first = await validate(parameters);
  let trained = { parameters, state: task.optimizer.init(parameters) };
  for (let step = 1; step <= steps; step += 1) {
    const { gradients } = await task.step(trained.parameters, step);
    trained = applyUpdate(task.optimizer, gradients, trained);
  }
  const last = await validate(trained.parameters);
  task.dispose?.();
  disposeTensors(trained.parameters);
  disposeState(trained.state);
  return { first, last };
}

it('is left out of a task without validation', () => {
  expect(stage1Task(experiment(0), setup).validate).toBeUndefined();
  expect(stage2Task(experiment(0), setup, ATTENTION, {}).validate).toBeUndefined();
});

it('says before training that the data has no validation questions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-validation-'));
  mkdirSync(join(folder, 'questions-original', 'train'), { recursive: true });
  const config = experiment(4);
  const data = { folder, worlds: { ...config.data.worlds, original: 0, refreshed: 1 } };
  const opened = await openTraining({ ...config, data, model: { ...config.model, base: 'tests/oracle/tiny-lms/llama' } });
  const refused = await stage1Validation(config, opened).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UserError);
  expect(String(refused)).toMatch(/questions-original\/validation.*expected validation questions[\s\S]*validationQuestions to 0/);
  disposeWeights(opened.model.weights);
});
