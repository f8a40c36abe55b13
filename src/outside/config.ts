/** The configuration of imported data (experiments/prontoqa-data.yaml). */
import { z } from 'zod';
import { positiveInteger, text } from '../config/sections.ts';

export const OutsideConfig = z.strictObject({
  /** Decides names and splits. */
  seed: text,
  /** The published file. */
  source: text.default('../shared/outside/prontoqa-half.json'),
  /** Folder that receives the rules and questions. */
  output: text.default('datasets/prontoqa'),
  /** Theories whose published question is kept for validation and for the test; the others are trained on. */
  splits: z.strictObject({ validation: positiveInteger, test: positiveInteger }),
});
export type OutsideConfig = z.infer<typeof OutsideConfig>;
