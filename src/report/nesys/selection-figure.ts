/** The paper's Figure 4: accuracy against the share of the training questions that the neural model learns from, selected by rules or drawn evenly. */
import { formatCount } from '../../evaluation/table.ts';
import type { ArmResult, ComparisonResults } from '../../nesys/comparison/results.ts';
import { accuracyOf, groupArms, LEARNERS } from '../../nesys/comparison/tables.ts';
import { mean as average } from '../../statistics/spread.ts';
import { JUDGE_TITLES } from '../../nesys/tables/judges.ts';
import type { Figure, FigureRow } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { linesWithIntervals, PANEL } from '../figures/parts.ts';
import { drawn } from '../figures/source.ts';

const SERIES = ['by rules', 'evenly'] as const;

export function selectionFigure(results: ComparisonResults): Figure {
  const seeds = new Set(results.arms.flatMap(({ seed }) => seed ?? [])).size;
  return drawn({ name: `nesys-figure-4-${results.experiment}`, title: `Accuracy by what was learnt from (Figure 4): ${results.experiment}` }, {
    caption:
      `Percent of ${formatCount(results.questions.test)} test questions that are answered rightly, against the share of ${formatCount(results.questions.train)} training questions that the neural model learns from in as many steps. ` +
      `Points are means over ${seeds === 1 ? 'one seed' : `${seeds} seeds, bars their 95 % intervals`}; nothing and all are the same for both lines.`,
    rows: groupArms(results.arms).flatMap((group) => rowsOf(group, results)),
    spec: {
      facet: { column: { field: 'by', type: 'nominal', sort: LEARNERS.map((judge) => JUDGE_TITLES[judge]) } },
      spec: {
        ...PANEL,
        layer: linesWithIntervals(
          { field: 'learnt', type: 'quantitative', title: '% of training questions', scale: { domain: [0, 100] }, axis: { grid: false, tickCount: 5 } },
          { field: 'percent', type: 'quantitative', title: '% right', scale: { zero: false, nice: true }, axis: { tickCount: 5 } },
          { color: { field: 'selection', type: 'nominal', title: null, sort: [...SERIES] } },
        ),
      },
    },
  });
}

/** The ends of the lines, where there is nothing to select, stand in both. */
function rowsOf(group: readonly ArmResult[], results: ComparisonResults): FigureRow[] {
  const [{ selection }] = group as [ArmResult, ...ArmResult[]];
  const series = SERIES.filter((one) => one === selection || selection === 'all' || selection === 'none');
  return series.flatMap((one) =>
    LEARNERS.map((judge) => {
      const { mean, ci95 } = accuracyOf(group, judge, results);
      const half = ci95 ?? 0;
      return {
        by: JUDGE_TITLES[judge],
        selection: one,
        // What no rule answers is taken even where it is more than the share.
        learnt: round((100 * average(group.map(({ questions }) => questions))) / results.questions.train),
        percent: round(mean),
        low: round(Math.max(0, mean - half)),
        high: round(Math.min(100, mean + half)),
        seeds: group.length,
      };
    }),
  );
}
