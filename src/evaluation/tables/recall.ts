/** Step-wise recall: Table 4, and Table 10 at all rule counts. */
import type { Repository } from '../../config/sections.ts';
import { RECALL_AT_1, recallColumns, TABLE4_COLUMNS } from '../columns.ts';
import { paperRow, titlesOf, type PaperRow } from '../paper.ts';
import type { Results } from '../results.ts';
import { columnMean, seriesOf, summariseColumns, type Series } from '../series.ts';
import { meanOrNull } from '../../statistics/spread.ts';
import { formatFraction, type Table } from '../table.ts';
import { averageAndSpread, hasFigures, labelOf, paperValues, rowsOfAll, SPREAD_TITLES } from './rows.ts';

/**
 * Table 4; methods that retrieve nothing are left out. At the end stands the mean
 * of FOL and NL at 1, with its sample deviation over seeds and half the width of
 * its 95 % interval.
 */
export function table4(results: readonly Results[], repository: Repository): Table {
  return recallTable(4, results, repository);
}

/** Table 10: the same beside the paper's figures at all six rule counts. */
export function table10(results: readonly Results[], repository: Repository): Table {
  return recallTable(10, results, repository);
}

function recallTable(table: 4 | 10, results: readonly Results[], repository: Repository): Table {
  const retrieving = seriesOf(results, repository).filter((series) => hasFigures(series, TABLE4_COLUMNS));
  const rows = rowsOfAll(retrieving.map((series) => {
    const title = titlesOf(series.method).retrieval;
    const paper = repository === 'original' ? paperRow(table, title, series.ruleCount) : null;
    return {
      ruleCount: series.ruleCount,
      label: labelOf(series, title, results),
      ours: [...recallMeans(series), ...averageAndSpread(summariseColumns(series, RECALL_AT_1))],
      title,
      theirs: paper && recallPaperValues(paper),
    };
  }));
  const columns = ['rules', 'method', ...TABLE4_COLUMNS.map((column) => column.title), 'mean @1', ...SPREAD_TITLES];
  return { title: `Table ${table}: step-wise recall, ${repository} repository`, labels: 2, columns, rows };
}

function recallMeans(series: Series): string[] {
  const telling = recallColumns(series.ruleCount);
  return TABLE4_COLUMNS.map((column) => formatFraction(telling.includes(column) ? columnMean(series, column) : null));
}

/** The paper's tables have no mean at 1; of the iterative methods its text has nothing else. */
function recallPaperValues(paper: PaperRow): string[] {
  const atOne = paper.values['mean@1'] ?? meanOrNull(RECALL_AT_1.map(({ key }) => paper.values[key] ?? null));
  return [...paperValues(paper, TABLE4_COLUMNS.map(({ key }) => key)), formatFraction(atOne)];
}
