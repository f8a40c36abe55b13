/** Figure 5 and its like: bars of two scores at each rule count, side by side by some group. */
import { RECALL_AT_1, TABLE2_COLUMNS, type Column } from '../../evaluation/columns.ts';
import type { Results } from '../../evaluation/results.ts';
import type { Repository } from '../../config/sections.ts';
import { seriesOf, summariseColumns, type Series } from '../../evaluation/series.ts';
import { formatCount } from '../../evaluation/table.ts';
import type { FigureRow, FigureSpec } from './figure.ts';
import { fractionInterval } from './interval.ts';

const SCORES: readonly { readonly score: string; readonly columns: readonly Column[] }[] = [
  { score: 'exact match', columns: TABLE2_COLUMNS },
  { score: 'recall@1', columns: RECALL_AT_1 },
];

/** Rows of some methods on a repository, with the group that `groupOf` puts them in. */
export function scoreRows(
  results: Results,
  repository: Repository,
  methods: readonly string[],
  groupOf: (series: Series) => string,
): FigureRow[] {
  const series = seriesOf([results], repository).filter(({ method }) => methods.includes(method));
  return series.flatMap((one) =>
    SCORES.flatMap(({ score, columns }) => {
      const summary = summariseColumns(one, columns);
      if (summary === null) return [];
      const { mean, low, high } = fractionInterval(summary);
      return [{ group: groupOf(one), rules: formatCount(one.ruleCount), ruleCount: one.ruleCount, score, value: mean, low, high }];
    }),
  );
}

/**
 * Panels by score, groups of bars by rule count, bars by group with their intervals.
 *
 * @param groups in their order, from left to right
 * @param color the channel that tells them apart
 */
export function barSpec(rows: readonly FigureRow[], groups: readonly string[], color: FigureSpec): FigureSpec {
  const order = [...rows].sort((a, b) => Number(a['ruleCount']) - Number(b['ruleCount'])).map((row) => row['rules']);
  const x = { field: 'rules', type: 'nominal', title: 'rules in the pool', sort: [...new Set(order)], axis: { labelAngle: 0 } };
  const xOffset = { field: 'group', sort: groups };
  const y = { type: 'quantitative', title: null, axis: { format: '.1f', tickCount: 5 }, scale: { domain: [0, 1] } };
  return {
    facet: { column: { field: 'score', type: 'nominal' } },
    spec: {
      width: 260,
      height: 180,
      layer: [
        { mark: { type: 'bar' }, encoding: { x, xOffset, y: { ...y, field: 'value' }, color } },
        { mark: { type: 'rule', color: 'currentColor' }, encoding: { x, xOffset, y: { ...y, field: 'low' }, y2: { field: 'high' } } },
      ],
    },
  };
}
