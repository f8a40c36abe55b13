/** `task.json`: what is asked, in which form it is answered, and what an agent may spend. */
import { z } from 'zod';
import { Domain, FormatVersion, InstanceId, Sha256, Task, ValueType } from './vocabulary.ts';

/** One field of the answer. */
export const AnswerField = z.strictObject({
  name: z.string(),
  type: ValueType,
  /** Type of the items of a `list` (order counts) or `set` (it does not). */
  items: ValueType.optional(),
  unit: z.string().optional(),
  /** The words that an `enum` chooses from. */
  values: z.array(z.string()).optional(),
  /** Largest accepted distance of a `money` or `decimal` value, as decimal text. */
  tolerance: z.string().optional(),
  description: z.string(),
});
export type AnswerField = z.infer<typeof AnswerField>;

export const Limits = z.strictObject({ steps: z.int().positive(), wallSeconds: z.int().positive() });
export type Limits = z.infer<typeof Limits>;
/** The paper's budget: 200 steps and 30 minutes. */
export const DEFAULT_LIMITS: Limits = { steps: 200, wallSeconds: 1800 };

export const TaskFile = z.strictObject({
  format: FormatVersion,
  id: InstanceId,
  domain: Domain,
  pack: z.strictObject({ name: z.string(), version: z.string(), sha256: Sha256 }),
  tasks: z.array(Task),
  /** The day on which the question is asked (UTC); rules of other versions do not apply on it. */
  asOf: z.iso.date(),
  /** Markdown, without any of the answer. */
  question: z.string(),
  answer: z.array(AnswerField).min(1),
  limits: Limits,
});
export type TaskFile = z.infer<typeof TaskFile>;
