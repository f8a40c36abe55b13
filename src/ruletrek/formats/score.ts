/** `score.json`: the deterministic scores of section "Scores" in docs/ruletrek.md, all 0–100 unless a share (0–1). */
import { z } from 'zod';
import { FormatVersion, InstanceId, Status, Task } from './vocabulary.ts';

const percent = z.number().min(0).max(100);
const share = z.number().min(0).max(1);

export const RiScore = z.strictObject({
  total: percent,
  nodes: z.strictObject({ precision: share, recall: share, f1: share }),
  edges: z.strictObject({ precision: share, recall: share, f1: share }),
  /** Node F1 where a locator must overlap the gold span by this Jaccard index: does the rank of agents depend on it? */
  nodeF1At: z.strictObject({ '0.3': share, '0.5': share, '0.7': share }),
});
export type RiScore = z.infer<typeof RiScore>;

export const AnswerScore = z.strictObject({
  /** 1 where every field is right. */
  right: z.union([z.literal(0), z.literal(1)]),
  /** Share of the fields that are right. */
  share,
  fields: z.record(z.string(), z.boolean()),
});
export type AnswerScore = z.infer<typeof AnswerScore>;

export const ReasoningScore = z.strictObject({
  /** Mean of the four parts. */
  total: percent,
  facts: percent,
  /** Rules F1 × share of gold edges in the right order. */
  rules: percent,
  trace: percent,
  citations: percent,
});
export type ReasoningScore = z.infer<typeof ReasoningScore>;

/** Why a trial lost points, the first cause first. */
export const FAILURES = ['status', 'rule-missed', 'rule-extra', 'edge', 'fact-missed', 'calculation', 'answer', 'citation'] as const;

export const ScoreFile = z.strictObject({
  format: FormatVersion,
  instance: InstanceId,
  task: Task,
  trial: z.int().positive(),
  status: Status,
  /** The headline: RI total, or answer × reasoning; 0 for every status but `ok`; null for a trial that must be run again. */
  score: percent.nullable(),
  ri: RiScore.nullable(),
  answer: AnswerScore.nullable(),
  reasoning: ReasoningScore.nullable(),
  failures: z.array(z.strictObject({ cause: z.enum(FAILURES), detail: z.string() })),
});
export type ScoreFile = z.infer<typeof ScoreFile>;
