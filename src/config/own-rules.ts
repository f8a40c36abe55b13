/** The section of training on a user's own rules: which questions are made of them, and how they are answered. */
import { z } from 'zod';
import { positiveInteger, text } from './sections.ts';

/**
 * What an answer is made of. `quoted`: of each step the conclusion of the rule that it has found first, as it is written; the
 * model decides which rule and how many steps. `free`: what the model writes itself.
 */
export const ANSWERS = ['quoted', 'free'] as const;
export type Answers = (typeof ANSWERS)[number];

export const OwnRules = z.strictObject({
  /** File of rules: .jsonl, .json, .csv, .arrow or .parquet. */
  rules: text.default('my-rules.jsonl'),
  /** Checkpoint folder of stage 2 whose adapters are trained on. */
  adapters: text.default('checkpoints/tiny'),
  /** Questions that are trained on, about each premise. */
  trainQuestions: positiveInteger.default(24),
  /** Questions about each premise that choose the threshold of refusal. */
  validationQuestions: positiveInteger.default(1),
  /** Questions about each premise that the table counts. */
  testQuestions: positiveInteger.default(1),
  /** What tokens that no premise has count in the mean over the context, where those of premises count 1 (`dynarule.stepQuery: context`). */
  otherWords: z.number().positive().max(1).default(1),
  /** What answers are made of. */
  answers: z.enum(ANSWERS).default('quoted'),
});
