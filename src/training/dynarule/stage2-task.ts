/** Stage 2 as a training task: the adapters and `<search>` learn to retrieve, step by step. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import { choosingNames, SEARCH_PARAMETER } from '../../dynarule/adapters.ts';
import type { RuleAttentionConfig } from '../../dynarule/rule-attention.ts';
import { stage2Loss, type RulePool, type Stage2Metrics } from '../../dynarule/stage2-loss.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import { randomStream, type Random } from '../../random.ts';
import { accumulateBatches, type BatchResult } from '../accumulate.ts';
import { adamW } from '../adamw.ts';
import { clipByGroups, type ClipGroup } from '../clip.ts';
import type { GroupOptions, TrainingGroup } from '../data/groups.ts';
import type { StepResult, TrainingTask } from '../loop.ts';
import { disposeTensors, type TensorRecord } from '../../tensors/named.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import { batchPool, batchRows } from './batch-pool.ts';
import { groupsOf, type StepData } from './group-cache.ts';
import type { TrainingSetup } from './setup.ts';
import type { Validation } from './validation.ts';

/** @param validation scored now and then, and disposed of with the task */
export function stage2Task(
  config: ExperimentConfig,
  setup: TrainingSetup,
  attention: RuleAttentionConfig,
  extra: Readonly<Record<string, unknown>>,
  validation: Validation | null = null,
): TrainingTask {
  const { stage2 } = config;
  const { optimizer, steps } = stage2;
  const data = groupsOf(stage2Groups(config, setup));
  const context = { config, model: setup.model, attention };
  const choosing = new Set(choosingNames(attention.confidenceLayer));
  return {
    label: 'stage 2',
    steps,
    optimizer: adamW({
      schedule: cosineWithWarmup({ ...optimizer, steps }),
      betas: optimizer.betas,
      weightDecay: optimizer.weightDecay,
      rateScale: (name) => (choosing.has(name) ? optimizer.choosingRate : 1),
    }),
    checkpointEverySteps: stage2.checkpointEverySteps,
    keepCheckpoints: stage2.keepCheckpoints,
    validateEverySteps: stage2.validateEverySteps,
    step: async (parameters, step) => {
      const result = await accumulateBatches(optimizer.accumulate, step, async (batch) =>
        stage2Batch(context, parameters, batch, await data.at(batch)),
      );
      return clippedStep(context, result);
    },
    ...(validation === null ? {} : { validate: validation.score }),
    dispose: () => {
      data.dispose();
      validation?.dispose();
    },
    extra,
  };
}

export function stage2Groups(config: ExperimentConfig, setup: TrainingSetup): GroupOptions {
  const { stage2 } = config;
  return {
    seed: `${config.seed}|stage 2`,
    batchSize: stage2.batchSize,
    batchesPerStep: stage2.optimizer.accumulate,
    mix: stage2.mix,
    representations: stage2.representations,
    format: setup.format,
    padId: setup.padId,
    search: true,
    maxLength: setup.model.config.maxPositions,
    rules: stage2.negatives === 'repository' ? stage2.repositoryRules : stage2.ruleCount,
    repositoryOf: setup.repositoryOf,
  };
}

export interface Stage2Context {
  readonly config: ExperimentConfig;
  readonly model: LanguageModel;
  readonly attention: RuleAttentionConfig;
}

/** A step of one batch, with clipped gradients. `step` counts from 1. */
export function stage2Step(context: Stage2Context, parameters: TensorRecord, step: number, data: StepData): StepResult {
  return clippedStep(context, stage2Batch(context, parameters, step, data));
}

/** `number` counts the batches of the run from 1. */
function stage2Batch(context: Stage2Context, parameters: TensorRecord, number: number, data: StepData): BatchResult {
  const { config, model, attention } = context;
  const random = randomStream(`${config.seed}|stage 2|step ${number}`);
  const { pool, dispose } = rulePool(config, data.group, data.batch, random);
  const metrics: Stage2Metrics = { lm: 0, contrastive: 0, recallAt1: 0 };
  const input = { model, attention, objective: config.dynarule, batch: data.batch, pool };
  const { loss, gradients } = lossAndGradients(parameters, (values) => stage2Loss(values, input, metrics));
  dispose();
  return { gradients, loss, tokens: data.batch.tokens, metrics: { ...metrics } };
}

function clippedStep({ config, attention }: Stage2Context, result: BatchResult): StepResult {
  const { gradients, loss, tokens, metrics } = result;
  const clipped = clipByGroups(gradients, clipGroups(config, attention, Object.keys(gradients)));
  disposeTensors(gradients);
  const [reading, choosing] = clipped.norms;
  return {
    gradients: clipped.gradients,
    loss,
    tokens,
    metrics: { ...metrics, readingNorm: reading ?? 0, choosingNorm: choosing ?? 0 },
  };
}

/** The batch's own pool, or the whole group with candidates from a part of it. */
function rulePool(
  config: ExperimentConfig,
  group: TrainingGroup,
  batch: StepBatch,
  random: Random,
): { pool: RulePool; dispose: () => void } {
  const { stage2 } = config;
  if (stage2.negatives === 'pool') {
    const own = batchPool(group, batch, stage2.ruleCount, random);
    return { pool: { ...own, open: null }, dispose: () => own.embeddings.dispose() };
  }
  const open = new Uint8Array(group.ruleIds.length);
  for (const row of batchRows(group, batch, random.pick(stage2.candidatePools), random)) open[row] = 1;
  return { pool: { embeddings: group.embeddings, open, rowOf: group.rowOf }, dispose: () => undefined };
}

/** What reads rules, then what chooses them. */
function clipGroups(config: ExperimentConfig, attention: RuleAttentionConfig, names: readonly string[]): ClipGroup[] {
  const { clipLm, clipRetrieval } = config.stage2.optimizer;
  const choosing = new Set([...choosingNames(attention.confidenceLayer), SEARCH_PARAMETER]);
  return [
    { names: names.filter((name) => !choosing.has(name)), limit: clipLm },
    { names: names.filter((name) => choosing.has(name)), limit: clipRetrieval },
  ];
}
