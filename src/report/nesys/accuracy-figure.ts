/** Accuracy by column of the paper's tables: neural model alone, rules alone, NeSyS; one figure for each world and neural model. */
import { formatCount } from '../../evaluation/table.ts';
import { ENVIRONMENT_TITLES } from '../../nesys/tables/paper-layout.ts';
import type { ColumnSummary, SetSummary } from '../../nesys/tables/set-summary.ts';
import { groupBy } from '../../statistics/spread.ts';
import { JUDGE_TITLES, JUDGES } from '../../nesys/tables/judges.ts';
import type { Figure, FigureRow, FigureSpec } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { drawn } from '../figures/source.ts';
import { percent } from './percent.ts';

/**
 * Panels from top to bottom are test and dev.
 *
 * @param experiment tells figures of several runs apart
 */
export function accuracyFigures(sets: readonly SetSummary[], experiment: string): Figure[] {
  return groupBy(sets, ({ environment, backbone }) => `${environment}/${backbone}`).map((group) => figureOf(group, experiment));
}

function figureOf(sets: readonly SetSummary[], experiment: string): Figure {
  const [first] = sets;
  if (first === undefined) throw new RangeError('a figure needs a set');
  const { environment, backbone } = first;
  const name = `${experiment}-accuracy-${environment}-${backbone.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return drawn({ name, title: `Accuracy by column: ${ENVIRONMENT_TITLES[environment]}, ${backbone}` }, {
    caption: captionOf(sets),
    rows: sets.flatMap(rowsOf),
    spec: specOf(first.columns),
  });
}

function captionOf(sets: readonly SetSummary[]): string {
  const sizes = sets.map(({ split, columns }) => countText(columns.at(-1)?.questions ?? 0, split));
  const silent = sets.filter(({ rules }) => rules.length === 0).map(({ split }) => split);
  return [
    `Percent of right answers by kind of transition, ${sizes.join(' and ')}; the average counts every question alike.`,
    ...(silent.length < sets.length ? ['Weights are learnt on dev, so that dev shows what was learnt from.'] : []),
    ...silent.map((split) => `There is no file with scores of rules on ${split}.`),
  ].join(' ');
}

function countText(count: number, split: string): string {
  return `${formatCount(count)} ${split} ${count === 1 ? 'question' : 'questions'}`;
}

function rowsOf({ split, columns }: SetSummary): FigureRow[] {
  return columns.flatMap((column) =>
    JUDGES.flatMap((judge) => {
      const value = percent(column, judge);
      if (value === null) return [];
      return [{ split, column: column.title, by: JUDGE_TITLES[judge], percent: round(value), right: column.right[judge], questions: column.questions }];
    }),
  );
}

function specOf(columns: readonly ColumnSummary[]): FigureSpec {
  const by = JUDGES.map((judge) => JUDGE_TITLES[judge]);
  const x = { field: 'column', type: 'nominal', title: null, sort: columns.map(({ title }) => title), axis: { labelAngle: 0 } };
  return {
    facet: { row: { field: 'split', type: 'nominal', sort: ['test', 'dev'] } },
    spec: {
      width: 520,
      height: 130,
      mark: { type: 'bar' },
      encoding: {
        x,
        xOffset: { field: 'by', sort: by },
        y: { field: 'percent', type: 'quantitative', title: '% right', scale: { domain: [0, 100] }, axis: { tickCount: 5 } },
        color: { field: 'by', type: 'nominal', title: null, scale: { domain: by } },
      },
    },
  };
}
