/** Table 2 (exact match) and Table 4 (step-wise recall), our rows beside the paper's. */
import type { Repository } from '../config/sections.ts';
import { TABLE2_COLUMNS, TABLE4_COLUMNS, type Column } from './columns.ts';
import { PAPER_HELD_OUT, PAPER_TABLE2, PAPER_TABLE4, paperRow, titlesOf, type PaperRow } from './paper.ts';
import type { Results } from './results.ts';
import { columnMean, seriesOf, summariseColumns, type Series } from './series.ts';
import type { Summary } from './statistics.ts';
import { formatFraction, type Table } from './table.ts';

/**
 * Exact match in the paper's columns. Behind the average stand its sample
 * deviation over seeds and half the width of its 95 % interval.
 */
export function table2(results: readonly Results[], repository: Repository): Table {
  const rows = seriesOf(results, repository).flatMap((series) => {
    const title = titlesOf(series.method).answers;
    const paper = paperRow(repository === 'original' ? PAPER_TABLE2 : PAPER_HELD_OUT, title, series.ruleCount);
    const summary = summariseColumns(series, TABLE2_COLUMNS);
    const ours = [...means(series, TABLE2_COLUMNS), ...spread(summary)];
    const theirs = paper === null ? null : paperValues(paper, [...TABLE2_COLUMNS.map(({ key }) => key), 'average']);
    return pairOfRows(series, labelOf(series, title, results), ours, title, theirs);
  });
  const columns = ['rules', 'method', ...TABLE2_COLUMNS.map((column) => column.title), 'average', 'std', '± 95 %'];
  return { title: `Table 2: exact match, ${repository} repository`, labels: 2, columns, rows };
}

/** Recall at the end of a row: the mean of FOL and NL at 1. */
const RECALL_AT_1 = TABLE4_COLUMNS.filter((column) => column.key.endsWith('recall@1'));

/**
 * Step-wise recall in the paper's columns; methods that retrieve nothing are left
 * out. At the end stands the mean of FOL and NL at 1, with deviation and interval.
 */
export function table4(results: readonly Results[], repository: Repository): Table {
  const retrieving = seriesOf(results, repository).filter(hasRecall);
  const rows = retrieving.flatMap((series) => {
    const title = titlesOf(series.method).retrieval;
    const paper = repository === 'original' ? paperRow(PAPER_TABLE4, title, series.ruleCount) : null;
    const ours = [...recallMeans(series), ...spread(summariseColumns(series, RECALL_AT_1))];
    return pairOfRows(series, labelOf(series, title, results), ours, title, paper && recallPaperValues(paper));
  });
  const columns = ['rules', 'method', ...TABLE4_COLUMNS.map((column) => column.title), 'mean @1', 'std', '± 95 %'];
  return { title: `Table 4: step-wise recall, ${repository} repository`, labels: 2, columns, rows };
}

function hasRecall(series: Series): boolean {
  return series.seeds.flat().some((cell) => cell.recallAt1 !== null);
}

function recallMeans(series: Series): string[] {
  return TABLE4_COLUMNS.map((column) => {
    // The hundred best of a hundred rules are all of them: the paper leaves the column empty.
    const trivial = series.ruleCount <= 100 && column.key.endsWith('@100');
    return formatFraction(trivial ? null : columnMean(series, column));
  });
}

function recallPaperValues(paper: PaperRow): string[] {
  const atOne = RECALL_AT_1.map(({ key }) => paper.values[key] ?? null).filter((value) => value !== null);
  const average = atOne.length < RECALL_AT_1.length ? null : atOne.reduce((sum, value) => sum + value, 0) / atOne.length;
  return [...paperValues(paper, TABLE4_COLUMNS.map(({ key }) => key)), formatFraction(average)];
}

function means(series: Series, columns: readonly Column[]): string[] {
  return columns.map((column) => formatFraction(columnMean(series, column)));
}

function spread(summary: Summary | null): string[] {
  return [summary?.mean, summary?.std, summary?.ci95].map((value) => formatFraction(value ?? null));
}

function paperValues(paper: PaperRow, keys: readonly string[]): string[] {
  return keys.map((key) => formatFraction(paper.values[key] ?? null));
}

/** Names the experiment where several are in one table. */
function labelOf(series: Series, title: string, results: readonly Results[]): string {
  return results.length > 1 ? `${title} (${series.experiment})` : title;
}

/** Our row, and the paper's under it where it has one. */
function pairOfRows(
  series: Series,
  label: string,
  ours: readonly string[],
  title: string,
  theirs: readonly string[] | null,
): string[][] {
  const rules = series.ruleCount.toLocaleString('en-US');
  const rows = [[rules, label, ...ours]];
  if (theirs !== null) rows.push([rules, `paper: ${title}`, ...theirs, '–', '–']);
  return rows;
}
