/** How the tables lay out their rows: ours, and the paper's under it. */
import type { Column } from '../columns.ts';
import type { PaperRow } from '../paper.ts';
import type { Results } from '../results.ts';
import { columnMean, type Series } from '../series.ts';
import type { Summary } from '../../statistics/spread.ts';
import { formatCount, formatFraction } from '../table.ts';

/** Titles of what stands behind the average of our rows. */
export const SPREAD_TITLES = ['std', '± 95 %'];

/** Means of columns over the seeds of a series. */
export function columnMeans(series: Series, columns: readonly Column[]): string[] {
  return columns.map((column) => formatFraction(columnMean(series, column)));
}

/** An average with its sample deviation over seeds and half the width of its 95 % interval. */
export function averageAndSpread(summary: Summary | null): string[] {
  return [summary?.mean, summary?.std, summary?.ci95].map((value) => formatFraction(value ?? null));
}

/** Figures of a row of the paper; a dash where it has none. */
export function paperValues(paper: PaperRow, keys: readonly string[]): string[] {
  return keys.map((key) => formatFraction(paper.values[key] ?? null));
}

/** Names the experiment where several are in one table. */
export function labelOf(series: Series, title: string, results: readonly Results[]): string {
  return results.length > 1 ? `${title} (${series.experiment})` : title;
}

/** Whether a series has a figure in one of the columns at least. */
export function hasFigures(series: Series, columns: readonly Column[]): boolean {
  return columns.some((column) => columnMean(series, column) !== null);
}

/** A series and what is printed of it. */
export interface PairedRows {
  readonly ruleCount: number;
  readonly label: string;
  readonly ours: readonly string[];
  /** The paper's name of the method, and its figures without deviation and interval; null where it has none. */
  readonly title: string;
  readonly theirs: readonly string[] | null;
}

/** Rows of all series, one behind the other; the paper's row of a method stands under the first experiment that has it. */
export function rowsOfAll(pairs: readonly PairedRows[]): string[][] {
  const shown = new Set<string>();
  return pairs.flatMap((pair) => {
    const key = `${pair.ruleCount} ${pair.title}`;
    const rows = pairOfRows(shown.has(key) ? { ...pair, theirs: null } : pair);
    shown.add(key);
    return rows;
  });
}

/** Our row, and the paper's under it where it has one. */
function pairOfRows({ ruleCount, label, ours, title, theirs }: PairedRows): string[][] {
  const rows = [[formatCount(ruleCount), label, ...ours]];
  if (theirs !== null) rows.push([formatCount(ruleCount), `paper: ${title}`, ...theirs, '–', '–']);
  return rows;
}
