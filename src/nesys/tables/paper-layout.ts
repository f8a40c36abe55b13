/** Tables 1–3 in the paper's layout: its rows, and under each what the published files give. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import { columnsOf, type PaperEnvironment } from '../environments/columns.ts';
import { accuracyRange, type IntervalOptions } from '../intervals.ts';
import type { Environment } from '../question.ts';
import { AVERAGE, countColumns, percentOf, type ColumnCounts } from './accuracy.ts';
import { judgeOf, modelOf, PAPER_TABLES, type PaperRow, type PaperTable } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

export const ENVIRONMENT_TITLES: Readonly<Record<Environment, string>> = { scienceworld: 'ScienceWorld', webshop: 'WebShop', plancraft: 'Plancraft', workshop: 'Workshop' };

/** Neither the figures of Table 4 nor runs of it are among what is published. */
export const TABLE_4 = 'Table 4: cannot be recomputed: of its runs neither log-probs nor scores are published';

export interface LaidOut {
  readonly table: Table;
  /** Why some of the paper's rows have none of ours beside them. */
  readonly notes: readonly string[];
}

/** Tables 1, 2 and 3. */
export function paperTables(results: readonly PublishedResult[], options: IntervalOptions): LaidOut[] {
  return PAPER_TABLES.map((table) => layOut(table, results, options));
}

function layOut(paper: PaperTable, results: readonly PublishedResult[], options: IntervalOptions): LaidOut {
  const titles = [...columnsOf(paper.environment, []).map(({ title }) => title), AVERAGE];
  const rows = paper.rows.flatMap((row) => pairOfRows(row, paper.environment, titles, { results, options }));
  const table: Table = {
    title: `Table ${paper.table}: accuracy in percent, ${ENVIRONMENT_TITLES[paper.environment]}, test`,
    labels: 3,
    columns: ['model', 'backbone', '', ...titles, 'right', '95 %'],
    rows,
  };
  return { table, notes: notesOf(paper, results) };
}

interface Ours {
  readonly results: readonly PublishedResult[];
  readonly options: IntervalOptions;
}

/** The paper's row, and ours under it where published files are of it. */
function pairOfRows(row: PaperRow, environment: PaperEnvironment, titles: readonly string[], { results, options }: Ours): string[][] {
  const label = [row.method, row.backbone ?? ''];
  const theirs = [...label, 'paper', ...titles.map((title) => formatPoints(row.values[title] ?? null)), '', ''];
  const judge = judgeOf(row);
  const result = results.find(({ pair }) => pair.environment === environment && pair.model === modelOf(row));
  if (judge === null || result === undefined) return [theirs];
  const rights = result.test.get(judge);
  if (rights === undefined) return [theirs, [...label, 'ours', ...titles.map(() => '–'), '–', '–']];
  const counts = countColumns(result.pair.neuralTest?.questions ?? [], rights, columnsOf(environment, []));
  return [theirs, [...label, 'ours', ...percents(counts, titles), countText(counts), accuracyRange(rights, `${row.method}/${row.backbone}`, options)]];
}

function percents(counts: ColumnCounts, titles: readonly string[]): string[] {
  return titles.map((title) => {
    const count = counts.get(title);
    return formatPoints(count === undefined ? null : percentOf(count));
  });
}

function countText(counts: ColumnCounts): string {
  const { right, total } = counts.get(AVERAGE) ?? { right: 0, total: 0 };
  return `${right}/${total}`;
}

/** Rows that cannot be recomputed, by reason. */
function notesOf(paper: PaperTable, results: readonly PublishedResult[]): string[] {
  const here = results.filter(({ pair }) => pair.environment === paper.environment);
  const without = paper.rows.filter((row) => judgeOf(row) === null || here.length === 0);
  const names = [...new Set(without.map(({ method }) => method))];
  const reason = here.length === 0 ? 'no logs of this environment are published' : 'their log-probs and scores are not published';
  const missing = here.flatMap(({ pair }) => pair.missing.map((file) => `cannot be recomputed without ${file}, which is not in the folder: rows "ours" with a dash`));
  return [`cannot be recomputed, ${reason}: ${names.join('; ')}`, ...missing];
}
