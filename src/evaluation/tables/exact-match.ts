/** Exact match: Table 2 in groups of sub-tasks, Tables 8 and 9 sub-task by sub-task. */
import type { Repository } from '../../config/sections.ts';
import type { Representation } from '../../ruleworld/types.ts';
import { subtaskColumns, TABLE2_COLUMNS, type Column } from '../columns.ts';
import { paperHeldOutRow, paperRow, titlesOf, type PaperRow } from '../paper.ts';
import type { Results } from '../results.ts';
import { seriesOf, summariseColumns } from '../series.ts';
import type { Table } from '../table.ts';
import { averageAndSpread, columnMeans, hasFigures, labelOf, paperValues, rowsOfAll, SPREAD_TITLES } from './rows.ts';

/**
 * Table 2. Behind the average, the mean of its twelve columns, stand its sample
 * deviation over seeds and half the width of its 95 % interval.
 */
export function table2(results: readonly Results[], repository: Repository): Table {
  const paper = (title: string, ruleCount: number): PaperRow | null =>
    repository === 'original' ? paperRow(2, title, ruleCount) : paperHeldOutRow(title, ruleCount);
  const layout = { columns: TABLE2_COLUMNS, averageKey: 'average', paper };
  return { title: `Table 2: exact match, ${repository} repository`, ...exactMatchRows(layout, results, repository) };
}

/** Table 8: every sub-task in FOL. The average is the mean of the eleven sub-tasks. */
export function table8(results: readonly Results[], repository: Repository): Table {
  return subtaskTable(8, 'FOL', results, repository);
}

/** Table 9: the same in NL. */
export function table9(results: readonly Results[], repository: Repository): Table {
  return subtaskTable(9, 'NL', results, repository);
}

function subtaskTable(table: 8 | 9, form: Representation, results: readonly Results[], repository: Repository): Table {
  const paper = (title: string, ruleCount: number): PaperRow | null =>
    repository === 'original' ? paperRow(table, title, ruleCount) : null;
  const layout = { columns: subtaskColumns(form), averageKey: `${form}.average`, paper };
  const rows = exactMatchRows(layout, results, repository);
  return { title: `Table ${table}: exact match of each sub-task in ${form}, ${repository} repository`, ...rows };
}

interface Layout {
  readonly columns: readonly Column[];
  /** The paper's key of the average of these columns. */
  readonly averageKey: string;
  paper(title: string, ruleCount: number): PaperRow | null;
}

function exactMatchRows(layout: Layout, results: readonly Results[], repository: Repository): Omit<Table, 'title'> {
  const { columns, averageKey, paper } = layout;
  const keys = [...columns.map(({ key }) => key), averageKey];
  const series = seriesOf(results, repository).filter((one) => hasFigures(one, columns));
  const rows = rowsOfAll(series.map((one) => {
    const title = titlesOf(one.method).answers;
    const theirs = paper(title, one.ruleCount);
    return {
      ruleCount: one.ruleCount,
      label: labelOf(one, title, results),
      ours: [...columnMeans(one, columns), ...averageAndSpread(summariseColumns(one, columns))],
      title,
      theirs: theirs && paperValues(theirs, keys),
    };
  }));
  const titles = columns.map((column) => column.title);
  return { labels: 2, columns: ['rules', 'method', ...titles, 'average', ...SPREAD_TITLES], rows };
}
