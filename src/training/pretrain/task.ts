/** Pretraining as a training task: next-token loss on rules-in-context text. */
import type { LanguageModel } from '../../lm/forward.ts';
import { sequenceLoss } from '../../lm/sequence-loss.ts';
import { tf, type Scalar, type Tensor2D } from '../../backend/tf.ts';
import type { PackedBatch } from '../../lm/pack.ts';
import { tensorNamed, type TensorRecord } from '../../tensors/named.ts';
import { accumulateBatches } from '../accumulate.ts';
import { adamW } from '../adamw.ts';
import { clippedStep } from '../clipped-step.ts';
import type { TrainingTask } from '../loop.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import { pretrainBatches, type PretrainBatchOptions } from './batches.ts';
import type { ModelOf } from './learner.ts';
import { planningLoss, planningParameter, planningTargets, type StepMarks, type StepPart } from './planning.ts';
import type { PretrainValidation } from './validation.ts';

export interface PretrainTaskOptions extends PretrainBatchOptions {
  /** Where steps begin and end, for the planning loss. */
  readonly marks: StepMarks;
}

export function pretrainingTask(options: PretrainTaskOptions, modelOf: ModelOf, validate: PretrainValidation | null): TrainingTask {
  const { config } = options;
  const { optimizer, steps } = config;
  const batches = pretrainBatches(options);
  return {
    label: 'pretrain',
    steps,
    optimizer: adamW({
      schedule: cosineWithWarmup({ ...optimizer, steps }),
      betas: optimizer.betas,
      weightDecay: optimizer.weightDecay,
    }),
    checkpointEverySteps: config.checkpointEverySteps,
    keepCheckpoints: config.keepCheckpoints,
    validateEverySteps: config.validateEverySteps,
    step: async (parameters, step) => {
      const result = await accumulateBatches(optimizer.accumulate, step, (number) => {
        const batch = batches.batch(number);
        const metrics: Record<string, number> = {};
        const { loss, gradients } = lossAndGradients(parameters, (values) => textLoss(values, options, modelOf(values), batch, metrics));
        return { gradients, loss, tokens: batch.tokens, metrics };
      });
      return clippedStep(result, optimizer.clip);
    },
    ...(validate === null ? {} : { validate }),
  };
}

/** Next-token loss, plus the planning loss where the configuration has one. */
function textLoss(
  values: TensorRecord,
  { config, marks }: PretrainTaskOptions,
  model: LanguageModel,
  batch: PackedBatch,
  metrics: Record<string, number>,
): Scalar {
  const { weight, layer } = config.planning;
  if (weight === 0) return sequenceLoss(model, batch);
  let planned: Scalar | null = null;
  const targets = planningTargets(batch, marks);
  const next = sequenceLoss(model, batch, (index, x) => {
    if (index !== layer - 1) return;
    const headOf = (part: StepPart): Tensor2D => tensorNamed(values, planningParameter(part)) as Tensor2D;
    planned = planningLoss(x(), targets, headOf, model.weights.embedding);
  });
  if (planned === null) throw new Error(`the model has no layer ${layer}`);
  metrics['planning'] = (planned as Scalar).dataSync()[0] as number;
  return tf.add(next, tf.mul(planned, weight)) as Scalar;
}
