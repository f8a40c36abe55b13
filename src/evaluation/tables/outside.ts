/** Rules and questions that RuleWorld's generator had no hand in: accuracy and step-wise recall side by side. Not in the paper. */
import type { Repository } from '../../config/sections.ts';
import { OUTSIDE_ACCURACY, OUTSIDE_COLUMNS } from '../columns.ts';
import { titlesOf } from '../paper.ts';
import type { Results } from '../results.ts';
import { seriesOf, summariseColumns } from '../series.ts';
import { formatCount, type Table } from '../table.ts';
import { averageAndSpread, columnMeans, hasFigures, labelOf, SPREAD_TITLES } from './rows.ts';

/** At the end stands the accuracy of both forms, with its sample deviation over seeds and half the width of its 95 % interval. */
export function outsideTable(results: readonly Results[], repository: Repository): Table {
  const series = seriesOf(results, repository).filter((one) => hasFigures(one, OUTSIDE_COLUMNS));
  const rows = series.map((one) => [
    formatCount(one.ruleCount),
    labelOf(one, titlesOf(one.method).answers, results),
    ...columnMeans(one, OUTSIDE_COLUMNS),
    ...averageAndSpread(summariseColumns(one, OUTSIDE_ACCURACY)),
  ]);
  const columns = ['rules', 'method', ...OUTSIDE_COLUMNS.map(({ title }) => title), 'accuracy', ...SPREAD_TITLES];
  return { title: `Outside data: accuracy and step-wise recall, ${repository} repository`, labels: 2, columns, rows };
}
