/** `judge.json` beside `result.json`: what a model thinks of an answer. No score is made of it. */
import { z } from 'zod';
import { FormatVersion, InstanceId, Sha256, Task } from './vocabulary.ts';

/** What was judged, by whom, and how it was asked: a judgement stands as long as all of it is the same. */
export const JudgedBy = z.strictObject({ model: z.string(), baseUrl: z.string(), promptSha256: Sha256, answerSha256: Sha256 });
export type JudgedBy = z.infer<typeof JudgedBy>;

export const Verdict = z.strictObject({
  /** Whether the answer is right as a whole. */
  answer: z.union([z.literal(0), z.literal(1)]),
  /** 0 to 100. */
  reasoning: z.number().min(0).max(100),
});
export type Verdict = z.infer<typeof Verdict>;

export const JudgeFile = z.strictObject({
  format: FormatVersion,
  instance: InstanceId,
  task: Task,
  trial: z.int().positive(),
  by: JudgedBy,
  /** Null where the reply could not be read: the trial is unjudged, and asked about again. */
  verdict: Verdict.nullable(),
  reply: z.string(),
});
export type JudgeFile = z.infer<typeof JudgeFile>;
