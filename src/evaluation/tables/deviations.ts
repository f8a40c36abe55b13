/** Spread over seeds at each rule count: Table 11 of exact match, Table 12 of step-wise recall, in points. */
import type { Repository } from '../../config/sections.ts';
import { recallColumns, TABLE2_COLUMNS, type Column } from '../columns.ts';
import { PAPER_RULE_COUNTS, paperRow, titlesOf, type PaperRow } from '../paper.ts';
import type { Results } from '../results.ts';
import { seriesOf, summariseColumns, type Series } from '../series.ts';
import { groupBy } from '../../statistics/spread.ts';
import { formatCount, formatPoints, type Table } from '../table.ts';
import { labelOf } from './rows.ts';

/** Table 11: sample deviation and half the 95 % interval of Table 2's average. */
export function table11(results: readonly Results[], repository: Repository): Table {
  const layout: Layout = { table: 11, columnsAt: () => TABLE2_COLUMNS, titleOf: (method) => titlesOf(method).answers };
  return { title: `Table 11: deviation of exact match in points, ${repository} repository`, ...spreads(layout, results, repository) };
}

/**
 * Table 12: the same of step-wise recall, the mean of Table 4's columns that a rule
 * count has. The paper does not say which recall it means; its 4.1 points for KBLaM
 * at 10,000 rules, where recall@1 is .026, speak against recall@1 alone.
 */
export function table12(results: readonly Results[], repository: Repository): Table {
  const layout: Layout = { table: 12, columnsAt: recallColumns, titleOf: (method) => titlesOf(method).retrieval };
  return { title: `Table 12: deviation of recall in points, ${repository} repository`, ...spreads(layout, results, repository) };
}

interface Layout {
  readonly table: 11 | 12;
  /** Columns whose mean a seed contributes, at a rule count. */
  columnsAt(ruleCount: number): readonly Column[];
  titleOf(method: string): string;
}

interface Spread {
  readonly std: number | null;
  readonly ci95: number | null;
}

/** One row a method, two columns a rule count. */
function spreads(layout: Layout, results: readonly Results[], repository: Repository): Omit<Table, 'title'> {
  const series = seriesOf(results, repository).filter((one) => spreadOf(layout, one) !== null);
  const counts = [...new Set([...PAPER_RULE_COUNTS, ...series.map(({ ruleCount }) => ruleCount)])].sort((a, b) => a - b);
  const rows = groupBy(series, ({ experiment, method }) => `${experiment}/${method}`).flatMap((ofMethod) => {
    const [first] = ofMethod;
    if (first === undefined) throw new RangeError('a group needs series');
    const title = layout.titleOf(first.method);
    const ours = counts.map((count) => spreadAt(layout, ofMethod, count));
    const theirs = counts.map((count) => paperSpread(repository === 'original' ? paperRow(layout.table, title, count) : null));
    const known = theirs.filter((spread) => spread !== null);
    const label = labelOf(first, title, results);
    return [spreadRow(label, ours), ...(known.length > 0 ? [spreadRow(`paper: ${title}`, theirs)] : [])];
  });
  const columns = counts.flatMap((count) => [`${formatCount(count)} std`, '± 95 %']);
  return { labels: 1, columns: ['method', ...columns], rows };
}

/** Null where the method has nothing to sum up: it retrieves nothing, or a cell is missing. */
function spreadOf(layout: Layout, series: Series): Spread | null {
  return summariseColumns(series, layout.columnsAt(series.ruleCount));
}

function spreadAt(layout: Layout, series: readonly Series[], ruleCount: number): Spread | null {
  const here = series.find((one) => one.ruleCount === ruleCount);
  const spread = here === undefined ? null : spreadOf(layout, here);
  return spread && { std: points(spread.std), ci95: points(spread.ci95) };
}

function points(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

function paperSpread(row: PaperRow | null): Spread | null {
  return row && { std: row.values['std'] ?? null, ci95: row.values['ci95'] ?? null };
}

function spreadRow(label: string, spreads: readonly (Spread | null)[]): string[] {
  return [label, ...spreads.flatMap((spread) => [formatPoints(spread?.std ?? null), formatPoints(spread?.ci95 ?? null)])];
}
