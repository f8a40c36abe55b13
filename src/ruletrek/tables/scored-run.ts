/** What tables are made of: scores, and what each instance is like. */
import type { ScoreFile } from '../formats/score.ts';
import type { Domain, Task } from '../formats/vocabulary.ts';

export interface ScoredTrial {
  readonly score: ScoreFile;
  readonly domain: Domain;
  /** Gold rules. */
  readonly nodes: number;
  /** Edges on the longest path. */
  readonly depth: number;
}

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
