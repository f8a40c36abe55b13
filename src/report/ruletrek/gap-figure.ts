/** RuleTrek: RD beside E2E over the instances that have both, so that what finding the rules costs can be seen. */
import { estimateGap } from '../../ruletrek/tables/estimate.ts';
import { NOT_COMPARABLE, PAPER } from '../../ruletrek/tables/paper.ts';
import { isCounted, type ScoredRun } from '../../ruletrek/tables/scored-run.ts';
import type { Figure, FigureRow } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { drawn } from '../figures/source.ts';

const PARTS = ['RD', 'E2E', 'RD − E2E'];

/** Empty where no run has both tasks. */
export function gapFigures(runs: readonly ScoredRun[]): Figure[] {
  const rows = runs.flatMap(rowsOf);
  if (rows.length === 0) return [];
  const x = { field: 'run', type: 'nominal', title: null, sort: runs.map(({ name }) => name), axis: { labelAngle: -20 } };
  const xOffset = { field: 'part', sort: PARTS };
  return [drawn({ name: 'ruletrek-rd-e2e', title: 'RuleTrek: RD, E2E and their difference' }, {
    caption: `Means over the instances with trials of both tasks; the bar on the difference is its 95 % interval over instances. The paper's models lose ${PAPER.rdMinusE2E.join(' to ')} points (${NOT_COMPARABLE}).`,
    rows,
    spec: {
      width: Math.max(260, 90 * runs.length),
      height: 200,
      layer: [
        { mark: { type: 'bar' }, encoding: { x, xOffset, y: { field: 'score', type: 'quantitative', title: 'score', axis: { tickCount: 5 } }, color: { field: 'part', type: 'nominal', title: null, scale: { domain: PARTS } } } },
        { mark: { type: 'rule', color: 'currentColor' }, encoding: { x, xOffset, y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } } },
      ],
    },
  })];
}

function rowsOf({ name, trials }: ScoredRun): FigureRow[] {
  const found = estimateGap(trials.filter((trial) => isCounted(trial) && trial.score.task !== 'RI'));
  if (found === null) return [];
  const { rd, e2e, gap } = found;
  const row = (part: string, value: number, low = value, high = value): FigureRow => ({ run: name, part, score: round(value), low: round(low), high: round(high), instances: gap.instances });
  return [row('RD', rd), row('E2E', e2e), row('RD − E2E', gap.mean, gap.interval?.low, gap.interval?.high)];
}
