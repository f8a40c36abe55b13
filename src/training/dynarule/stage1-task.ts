/** Stage 1 as a training task: the adapters of every layer learn to read one pool of rules. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import type { Stage1Settings } from '../../dynarule/checkpoint.ts';
import { stage1Loss } from '../../dynarule/stage1-loss.ts';
import { randomStream } from '../../random.ts';
import { accumulateBatches, type BatchResult } from '../accumulate.ts';
import { adamW } from '../adamw.ts';
import { clippedStep } from '../clipped-step.ts';
import type { GroupOptions } from '../data/groups.ts';
import type { TrainingTask } from '../loop.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import { batchPool } from './batch-pool.ts';
import { distractorsAt, goldRows, visibleRules } from './curriculum.ts';
import { groupsOf, type StepData } from './group-cache.ts';
import type { TrainingSetup } from './setup.ts';
import type { Validation } from './validation.ts';

/** @param validation scored now and then, and disposed of with the task */
export function stage1Task(config: ExperimentConfig, setup: TrainingSetup, validation: Validation | null = null): TrainingTask {
  const { stage1 } = config;
  const { optimizer, steps } = stage1;
  const data = groupsOf(stage1Groups(config, setup));
  return {
    label: 'stage 1',
    steps,
    optimizer: adamW({
      schedule: cosineWithWarmup({ ...optimizer, steps }),
      betas: optimizer.betas,
      weightDecay: optimizer.weightDecay,
    }),
    checkpointEverySteps: stage1.checkpointEverySteps,
    keepCheckpoints: stage1.keepCheckpoints,
    validateEverySteps: stage1.validateEverySteps,
    step: async (parameters, step) => {
      const distractors = distractorsAt(stage1, step);
      const result = await accumulateBatches(optimizer.accumulate, step, async (batch) =>
        stage1Batch(config, setup, parameters, { number: batch, distractors, data: await data.at(batch) }),
      );
      return clippedStep(result, optimizer.clip);
    },
    ...(validation === null ? {} : { validate: validation.score }),
    dispose: () => {
      data.dispose();
      validation?.dispose();
    },
    extra: { keyNorm: config.dynarule.keyNorm, ruleOffset: config.dynarule.ruleOffset, encoder: setup.encoder.fingerprint } satisfies Stage1Settings,
  };
}

export function stage1Groups(config: ExperimentConfig, setup: TrainingSetup): GroupOptions {
  const { stage1 } = config;
  return {
    seed: `${config.seed}|stage 1`,
    batchSize: stage1.batchSize,
    batchesPerStep: stage1.optimizer.accumulate,
    mix: stage1.mix,
    representations: stage1.representations,
    format: setup.format,
    padId: setup.padId,
    search: false,
    maxLength: setup.model.config.maxPositions,
    rules: stage1.ruleCount,
    repositoryOf: setup.repositoryOf,
  };
}

interface Stage1Batch {
  /** Counted from 1 over the whole run. */
  readonly number: number;
  readonly distractors: number;
  readonly data: StepData;
}

function stage1Batch(
  config: ExperimentConfig,
  setup: TrainingSetup,
  parameters: TensorRecord,
  { number, distractors, data: { group, batch } }: Stage1Batch,
): BatchResult {
  const random = randomStream(`${config.seed}|stage 1|step ${number}`);
  const pool = batchPool(group, batch, config.stage1.ruleCount, random);
  const rows = goldRows(batch, pool.rowOf);
  const { loss, gradients } = lossAndGradients(parameters, (values) =>
    stage1Loss(values, {
      model: setup.model,
      keyNorm: config.dynarule.keyNorm,
      batch,
      embeddings: pool.embeddings,
      bias: visibleRules(rows, pool.embeddings.shape[0], distractors, random, config.dynarule.ruleOffset),
    }),
  );
  pool.embeddings.dispose();
  return { gradients, loss, tokens: batch.tokens, metrics: { distractors } };
}
