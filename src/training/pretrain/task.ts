/** Pretraining as a training task: next-token loss on rules-in-context text. */
import type { LmConfig } from '../../lm/config.ts';
import { sequenceLoss } from '../../lm/sequence-loss.ts';
import { disposeTensors } from '../../tensors/named.ts';
import { accumulateBatches, type BatchResult } from '../accumulate.ts';
import { adamW } from '../adamw.ts';
import { clipByGlobalNorm } from '../clip.ts';
import type { StepResult, TrainingTask } from '../loop.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import { pretrainBatches, type PretrainBatchOptions } from './batches.ts';
import { weightsOf } from './flat-weights.ts';
import type { PretrainValidation } from './validation.ts';

export function pretrainingTask(options: PretrainBatchOptions, lm: LmConfig, validate: PretrainValidation | null): TrainingTask {
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
        const { loss, gradients } = lossAndGradients(parameters, (values) =>
          sequenceLoss({ config: lm, weights: weightsOf(values, lm) }, batch),
        );
        return { gradients, loss, tokens: batch.tokens, metrics: {} };
      });
      return clippedStep(result, optimizer.clip);
    },
    ...(validate === null ? {} : { validate }),
  };
}

function clippedStep({ gradients, loss, tokens }: BatchResult, limit: number): StepResult {
  const clipped = clipByGlobalNorm(gradients, limit);
  disposeTensors(gradients);
  return { gradients: clipped.gradients, loss, tokens, metrics: { gradientNorm: clipped.norms[0] ?? 0 } };
}
