/** Questions that say little: with one choice, or with choices that numbers do not tell apart. */
import { formatCount, formatPoints, type Table } from '../../evaluation/table.ts';
import { odditiesOf, type EvaluationSet } from '../data/evaluation-set.ts';
import { countRight } from '../energy.ts';
import { accuracyRange, type IntervalOptions } from '../intervals.ts';
import { percentOf } from './accuracy.ts';
import { JUDGE_TITLES, JUDGES, type JudgeName } from './judges.ts';
import { MODELS } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

/** One row for each file, with the accuracy that is left without the questions of one choice. */
export function oddityTable(results: readonly PublishedResult[], options: IntervalOptions): Table {
  return {
    title: 'Questions with one choice, which are right whatever is answered, and with choices whose numbers are all alike',
    labels: 3,
    columns: ['environment', 'backbone', 'split', 'questions', 'one choice', 'alike', 'duplicate texts', ...JUDGES.flatMap((judge) => [`${JUDGE_TITLES[judge]} % without`, '95 %'])],
    rows: results.flatMap(({ pair, dev, test }) => [
      ...oddityRow([pair.environment, MODELS[pair.model], 'dev'], pair.dev, dev, options),
      ...oddityRow([pair.environment, MODELS[pair.model], 'test'], pair.neuralTest, test, options),
    ]),
  };
}

function oddityRow(label: readonly string[], set: EvaluationSet | null, rights: ReadonlyMap<JudgeName, readonly boolean[]>, options: IntervalOptions): string[][] {
  if (set === null) return [];
  const { questions, oneChoice, duplicateChoices, indistinguishable } = odditiesOf(set);
  const without = JUDGES.flatMap((judge) => {
    const kept = rights.get(judge)?.filter((_, i) => (set.questions[i]?.logProbs.length ?? 0) > 1) ?? null;
    return [formatPoints(kept === null ? null : percentOf(countRight(kept))), accuracyRange(kept, `several choices/${label.join('/')}/${judge}`, options)];
  });
  const counts = [questions, oneChoice, indistinguishable, duplicateChoices].map((count) => (count === null ? '–' : formatCount(count)));
  return [[...label, ...counts, ...without]];
}
