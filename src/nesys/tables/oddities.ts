/** Questions that say little: with one choice, or with choices that numbers do not tell apart. */
import { formatCount, formatPoints, type Table } from '../../evaluation/table.ts';
import { odditiesOf, type EvaluationSet } from '../data/evaluation-set.ts';
import { countRight } from '../energy.ts';
import { percentOf } from './accuracy.ts';
import { JUDGES, type JudgeName } from './judges.ts';
import { MODELS } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

/** One row for each file, with the accuracy that is left without the questions of one choice. */
export function oddityTable(results: readonly PublishedResult[]): Table {
  return {
    title: 'Questions with one choice, which are right whatever is answered, and with choices whose numbers are all alike',
    labels: 3,
    columns: ['environment', 'backbone', 'split', 'questions', 'one choice', 'alike', 'duplicate texts', 'neural % without', 'rules % without', 'NeSyS % without'],
    rows: results.flatMap(({ pair, dev, test }) => [
      ...oddityRow([pair.environment, MODELS[pair.model], 'dev'], pair.dev, dev),
      ...oddityRow([pair.environment, MODELS[pair.model], 'test'], pair.neuralTest, test),
    ]),
  };
}

function oddityRow(label: readonly string[], set: EvaluationSet | null, rights: ReadonlyMap<JudgeName, readonly boolean[]>): string[][] {
  if (set === null) return [];
  const { questions, oneChoice, duplicateChoices, indistinguishable } = odditiesOf(set);
  const without = JUDGES.map((judge) => {
    const kept = rights.get(judge)?.filter((_, i) => (set.questions[i]?.logProbs.length ?? 0) > 1);
    return formatPoints(kept === undefined ? null : percentOf(countRight(kept)));
  });
  const counts = [questions, oneChoice, indistinguishable, duplicateChoices].map((count) => (count === null ? '–' : formatCount(count)));
  return [[...label, ...counts, ...without]];
}
