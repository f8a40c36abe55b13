/** What tables are made of: scores, what each instance is like, and what each trial has spent. */
import { z } from 'zod';
import { TrialResult } from '../formats/result.ts';
import { ScoreFile } from '../formats/score.ts';
import { Domain, type Task } from '../formats/vocabulary.ts';

export const ScoredTrial = z.strictObject({
  score: ScoreFile,
  domain: Domain,
  /** Gold rules. */
  nodes: z.int().positive(),
  /** Edges on the longest path. */
  depth: z.int().nonnegative(),
  spent: TrialResult.pick({ steps: true, wallSeconds: true, tokens: true }),
});
export type ScoredTrial = z.infer<typeof ScoredTrial>;

/** All finished trials of a run; its name stands in the first column. */
export interface ScoredRun {
  readonly name: string;
  readonly trials: readonly ScoredTrial[];
}

/** Over which trials a mean is taken. */
export interface Denominator {
  /** Such as `all (9)` and `ok (8)`. */
  readonly label: string;
  readonly trials: readonly ScoredTrial[];
}

/** All trials that count, a failed one as 0; and those alone that ended with a readable answer. What must be run again is in neither. */
export function denominatorsOf(trials: readonly ScoredTrial[]): Denominator[] {
  const all = trials.filter(isCounted);
  const ok = all.filter(({ score }) => score.status === 'ok');
  return [{ label: `all (${all.length})`, trials: all }, { label: `ok (${ok.length})`, trials: ok }];
}

/** Whether a trial says something about its agent. */
export function isCounted({ score }: ScoredTrial): boolean {
  return score.score !== null;
}

export function ofTask(trials: readonly ScoredTrial[], task: Task): ScoredTrial[] {
  return trials.filter(({ score }) => score.task === task);
}
