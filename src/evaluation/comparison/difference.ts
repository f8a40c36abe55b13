/** Figures of the tables over paired questions: of either side, and how far the sides are apart. */
import type { QuestionSubtask } from '../../ruleworld/types.ts';
import type { Column, ScoreName } from '../columns.ts';
import { clusteredMean, type Estimate, type ValueGroup } from './clustered-mean.ts';
import type { Pair } from './pairs.ts';

/**
 * Second − first in the mean of some columns, weighted as the tables weigh, with
 * its interval over questions; null where a column has no question, or one
 * without such a score.
 */
export function differenceOf(columns: readonly Column[], pairs: readonly Pair[]): Estimate | null {
  return estimate(columns, pairs, ({ first, second }, score) => {
    const [before, after] = [first[score], second[score]];
    return before === null || after === null ? null : after - before;
  });
}

/** The same mean of one side alone, for the questions that both sides have. */
export function sideMean(columns: readonly Column[], pairs: readonly Pair[], side: 'first' | 'second'): number | null {
  return estimate(columns, pairs, (pair, score) => pair[side][score])?.mean ?? null;
}

type ValueOf = (pair: Pair, score: ScoreName) => number | null;

function estimate(columns: readonly Column[], pairs: readonly Pair[], valueOf: ValueOf): Estimate | null {
  const groups = columns.flatMap((column) => columnGroups(column, pairs, 1 / columns.length, valueOf));
  const known = groups.filter((group) => group !== null);
  return known.length < groups.length ? null : clusteredMean(known);
}

/** One group for each sub-task, null for one without a score. Their weights sum to `weight`. */
function columnGroups(column: Column, pairs: readonly Pair[], weight: number, valueOf: ValueOf): (ValueGroup | null)[] {
  const here = pairs.filter(({ first }) => first.representation === column.representation);
  const ofSubtask = (subtask: QuestionSubtask): Pair[] => here.filter(({ first }) => first.subtask === subtask);
  // Where questions count alike, a sub-task that was not asked has no weight.
  const bySubtask = column.subtasks.map(ofSubtask).filter((asked) => column.weighs === 'sub-tasks' || asked.length > 0);
  if (bySubtask.length === 0) return [null];
  return bySubtask.map((asked) => {
    const share = column.weighs === 'questions' ? asked.length / here.length : 1 / column.subtasks.length;
    return valueGroup(asked, weight * share, (pair) => valueOf(pair, column.score));
  });
}

function valueGroup(pairs: readonly Pair[], weight: number, valueOf: (pair: Pair) => number | null): ValueGroup | null {
  const items = pairs.flatMap((pair) => {
    const value = valueOf(pair);
    return value === null ? [] : [{ cluster: pair.first.questionId, value }];
  });
  const [first] = pairs;
  return first === undefined || items.length < pairs.length ? null : { stratum: first.first.subtask, weight, items };
}
