/** The schema of the trained baselines that stand beside DynaRule in the tables. */
import { z } from 'zod';
import { text } from './sections.ts';

/** Each by the YAML file of the experiment that trains it; these train on the same data with the same budget. */
export const Baselines = z.strictObject({
  /** KBLaM: stage 1 alone. */
  kblam: text.default('experiments/kblam.yaml'),
  /** SR-KI as published. */
  'sr-ki': text.default('experiments/sr-ki.yaml'),
  /** SR-KI with all that helps DynaRule, except steps. */
  'sr-ki-strong': text.default('experiments/sr-ki-strong.yaml'),
});
export type BaselineName = keyof z.infer<typeof Baselines>;
