/** `trials/<instance>/<task>/<k>/result.json`: what happened, apart from what it is worth. */
import { z } from 'zod';
import { FormatVersion, InstanceId, Status, Task } from './vocabulary.ts';

/** Tokens as the endpoint counted them. */
export const TokenUse = z.strictObject({ prompt: z.int().nonnegative(), completion: z.int().nonnegative() });
export type TokenUse = z.infer<typeof TokenUse>;

export const TrialResult = z.strictObject({
  format: FormatVersion,
  instance: InstanceId,
  task: Task,
  /** Which repetition, from 1. */
  trial: z.int().positive(),
  agent: z.string(),
  status: Status,
  /** The cause in words; '' for `ok`. */
  detail: z.string(),
  /** Tool calls. */
  steps: z.int().nonnegative(),
  wallSeconds: z.number().nonnegative(),
  tokens: TokenUse.nullable(),
});
export type TrialResult = z.infer<typeof TrialResult>;
