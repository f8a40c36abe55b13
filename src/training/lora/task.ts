/** Fine-tuning by low-rank adapters as a training task: next-token loss where texts have weight; the base is frozen. */
import type { FineTuningConfig } from '../../config/fine-tuning.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import type { PackedBatch } from '../../lm/pack.ts';
import { sequenceLoss } from '../../lm/sequence-loss.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { accumulateBatches, type BatchResult } from '../accumulate.ts';
import { adamW } from '../adamw.ts';
import { clippedStep } from '../clipped-step.ts';
import type { TrainingTask } from '../loop.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import { epochBatches, type EpochOptions } from './epochs.ts';
import { withLora } from './first-lora.ts';

export interface FineTuningOptions extends Omit<EpochOptions, 'batchTokens'> {
  /** As progress names it. */
  readonly label: string;
  readonly base: LanguageModel;
  readonly config: FineTuningConfig;
}

export function fineTuningTask({ label, base, config, ...texts }: FineTuningOptions): TrainingTask {
  const { optimizer, steps, lora, batchTokens } = config;
  const batchOf = epochBatches({ ...texts, batchTokens });
  const lossOf = (parameters: TensorRecord, batch: PackedBatch): BatchResult => {
    const { loss, gradients } = lossAndGradients(parameters, (values) => sequenceLoss(withLora(base, lora, values), batch));
    return { gradients, loss, tokens: batch.tokens, metrics: {} };
  };
  return {
    label,
    steps,
    optimizer: adamW({ schedule: cosineWithWarmup({ ...optimizer, steps }), betas: optimizer.betas, weightDecay: optimizer.weightDecay }),
    checkpointEverySteps: config.checkpointEverySteps,
    keepCheckpoints: config.keepCheckpoints,
    validateEverySteps: steps,
    step: async (parameters, step) => {
      const result = await accumulateBatches(optimizer.accumulate, step, (number) => lossOf(parameters, batchOf(number)));
      return clippedStep(result, optimizer.clip);
    },
  };
}
