/** Rows that the paper prints as the test split's and that are the dev split's. */
import { formatPoints } from '../../evaluation/table.ts';
import { countRight } from '../energy.ts';
import { columnsOf } from '../environments/columns.ts';
import { accuracyRange, type IntervalOptions } from '../intervals.ts';
import { AVERAGE, countColumns, percentOf, roundsTo, type ColumnCounts } from './accuracy.ts';
import type { JudgeName } from './judges.ts';
import { MODELS, paperRowOf, type PaperRow } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

export interface DevRow {
  readonly result: PublishedResult;
  readonly judge: JudgeName;
  readonly paper: PaperRow;
  /** Figures of the row that dev gives, and that test gives; null where the test file is missing. */
  readonly likeDev: number;
  readonly likeTest: number | null;
  readonly figures: number;
}

/** Rows all of whose figures dev gives, and test does not. */
export function devRows(results: readonly PublishedResult[]): DevRow[] {
  return results.flatMap((result) =>
    [...result.dev.keys()].flatMap((judge) => {
      const row = compareRow(result, judge);
      return row !== null && row.likeDev === row.figures && row.likeTest !== row.figures ? [row] : [];
    }),
  );
}

function compareRow(result: PublishedResult, judge: JudgeName): DevRow | null {
  const { pair, dev, test } = result;
  const paper = paperRowOf(pair.environment, pair.model, judge);
  const rights = dev.get(judge);
  if (paper === null || pair.dev === null || rights === undefined) return null;
  const columns = columnsOf(pair.environment, []);
  const likeness = (counts: ColumnCounts): number =>
    Object.entries(paper.values).filter(([title, figure]) => roundsTo(counts.get(title), figure)).length;
  const testRights = test.get(judge);
  return {
    result,
    judge,
    paper,
    likeDev: likeness(countColumns(pair.dev.questions, rights, columns)),
    likeTest: testRights === undefined || pair.neuralTest === null ? null : likeness(countColumns(pair.neuralTest.questions, testRights, columns)),
    figures: Object.keys(paper.values).length,
  };
}

/** One line for each such row, with the averages that dev and test have. */
export function devRowLines(rows: readonly DevRow[], options: IntervalOptions): string[] {
  return rows.map(({ result, judge, paper, likeDev, likeTest, figures }) => {
    const { environment, model } = result.pair;
    const test = likeTest === null ? 'test has no file here' : `test gives ${likeTest}`;
    const averages = (['dev', 'test'] as const).flatMap((split) => {
      const rights = result[split].get(judge);
      return rights === undefined ? [] : [`on ${split} ${formatPoints(percentOf(countRight(rights)))} (${accuracyRange(rights, `dev row/${environment}/${model}/${judge}/${split}`, options)})`];
    });
    return `${environment}, ${MODELS[model]}, ${paper.method}: dev gives ${likeDev} of the row's ${figures} figures, ${test}; average ${formatPoints(paper.values[AVERAGE] ?? null)} in the paper, ${averages.join(', ')}`;
  });
}
