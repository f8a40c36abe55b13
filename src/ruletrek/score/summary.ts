/** Means over trials: the headline, and beside it what a zero for a wrong answer hides. */
import { mean } from '../../statistics/spread.ts';
import type { ScoreFile } from '../formats/score.ts';
import type { Task } from '../formats/vocabulary.ts';

/** One line; a trial that failed counts as 0, one that must be run again is left out and named. */
export function summariseTask(task: Task, scores: readonly ScoreFile[]): string {
  const counted = scores.filter(({ score }) => score !== null);
  if (counted.length === 0) return `${task}: no trials`;
  const average = (value: (score: ScoreFile) => number): string => mean(counted.map(value)).toFixed(2);
  const headline = `${task}: ${average(({ score }) => score ?? 0)} over ${counted.length} trials`;
  const again = scores.length - counted.length;
  const rest = again > 0 ? `; ${again} to be run again` : '';
  const unfinished = counted.filter(({ status }) => status !== 'ok').length;
  if (task === 'RI') return `${headline}; node F1 ${average(({ ri }) => ri?.nodes.f1 ?? 0)}, edge F1 ${average(({ ri }) => ri?.edges.f1 ?? 0)}; not ok ${unfinished}${rest}`;
  const fields = average(({ answer }) => answer?.share ?? 0);
  return `${headline}; answers right ${average(({ answer }) => answer?.right ?? 0)}, fields right ${fields}, reasoning ${average(({ reasoning }) => reasoning?.total ?? 0)}; not ok ${unfinished}${rest}`;
}
