/** Result cells arranged for the tables: one series for each experiment, method and rule count, seed by seed. */
import type { Repository } from '../config/sections.ts';
import { columnValue, type Column } from './columns.ts';
import type { ResultCell, Results } from './results.ts';
import { groupBy, meanOrNull, summarise, type Summary } from '../statistics/spread.ts';

/** The cells of one experiment, method, repository and rule count. */
export interface Series {
  readonly experiment: string;
  readonly method: string;
  readonly ruleCount: number;
  /** Cells of each seed. */
  readonly seeds: readonly (readonly ResultCell[])[];
}

/** Series over one repository, smaller rule counts first, then in the order in which they come. */
export function seriesOf(results: readonly Results[], repository: Repository): Series[] {
  const series = results.flatMap(({ experiment, cells }) => {
    const here = cells.filter((cell) => cell.repository === repository);
    return groupBy(here, (cell) => `${cell.method}/${cell.ruleCount}`).map((group) => seriesFrom(experiment, group));
  });
  return series.sort((a, b) => a.ruleCount - b.ruleCount);
}

function seriesFrom(experiment: string, cells: readonly ResultCell[]): Series {
  const [first] = cells;
  if (first === undefined) throw new RangeError('a series needs cells');
  const seeds = groupBy(cells, (cell) => String(cell.seed));
  return { experiment, method: first.method, ruleCount: first.ruleCount, seeds };
}

/** Mean of a column over the seeds; null where a seed lacks it. */
export function columnMean(series: Series, column: Column): number | null {
  return meanOrNull(series.seeds.map((cells) => columnValue(column, cells)));
}

/** The mean of some columns for each seed, summed up over seeds; null where a seed lacks one. */
export function summariseColumns(series: Series, columns: readonly Column[]): Summary | null {
  const bySeed = series.seeds.map((cells) => meanOrNull(columns.map((column) => columnValue(column, cells))));
  const known = bySeed.filter((value) => value !== null);
  return known.length === 0 || known.length < bySeed.length ? null : summarise(known);
}
