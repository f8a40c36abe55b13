/** The few figures that a reader looks for first: DynaRule's averages with their intervals, and the paper's. */
import { REPOSITORIES } from '../config/sections.ts';
import { TABLE2_COLUMNS } from '../evaluation/columns.ts';
import { paperHeldOutRow, paperRow, titlesOf } from '../evaluation/paper.ts';
import type { Results } from '../evaluation/results.ts';
import { seriesOf, summariseColumns } from '../evaluation/series.ts';
import { formatCount, formatFraction } from '../evaluation/table.ts';

export interface KeyFigure {
  readonly name: string;
  readonly value: string;
  /** The interval, and the paper's figure where it has one. */
  readonly beside: string;
}

export function keyFigures(results: Results): KeyFigure[] {
  return REPOSITORIES.flatMap((repository) => {
    const series = seriesOf([results], repository).filter(({ method }) => method === 'dynarule');
    return series.flatMap((one) => {
      const summary = summariseColumns(one, TABLE2_COLUMNS);
      if (summary === null) return [];
      const title = titlesOf(one.method).answers;
      const paper = (repository === 'original' ? paperRow(2, title, one.ruleCount) : paperHeldOutRow(title, one.ruleCount))?.values['average'] ?? null;
      const interval = summary.ci95 === null ? 'one seed' : `± ${formatFraction(summary.ci95)}`;
      return [
        {
          name: `exact match, ${formatCount(one.ruleCount)} ${repository} rules`,
          value: formatFraction(summary.mean),
          beside: paper === null ? interval : `${interval} · paper ${formatFraction(paper)}`,
        },
      ];
    });
  });
}
