/** The schema of fine-tuning a frozen language model by low-rank adapters. */
import { z } from 'zod';
import { Lora } from './lora.ts';
import { Optimizer, positiveInteger, warmupFits } from './sections.ts';

export const FineTuning = z
  .strictObject({
    lora: Lora.prefault({}),
    /** Updates, however many texts there are: selections of different sizes cost the same. */
    steps: positiveInteger.default(1500),
    /** Tokens in a batch, padding included. */
    batchTokens: positiveInteger.default(4096),
    optimizer: Optimizer.prefault({}),
    checkpointEverySteps: positiveInteger.default(250),
    keepCheckpoints: positiveInteger.default(1),
  })
  .superRefine(warmupFits);
export type FineTuningConfig = z.infer<typeof FineTuning>;
