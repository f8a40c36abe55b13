/** Figure 6a: exact match where right rules are taken out of the pool. */
import { titlesOf } from '../../evaluation/paper.ts';
import { formatCount } from '../../evaluation/table.ts';
import { REPRESENTATIONS } from '../../ruleworld/types.ts';
import type { FigureOutcome } from './figure.ts';
import { fractionInterval } from './interval.ts';
import { methodChannels } from './methods.ts';
import { linesWithIntervals } from './parts.ts';
import { analyseCommand, drawn, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'figure-6a-removed-rules', title: 'Right rules removed (Figure 6a)' };

export function removalFigure({ analyses, asked }: FigureSource): FigureOutcome {
  const { removal } = analyses;
  if (removal === null) return missing(FIGURE, 'answers without some of the right rules', analyseCommand(asked, 'removal'));
  const rows = removal.rows.map(({ method, representation, removed, exactMatch }) => {
    const { mean, low, high } = fractionInterval(exactMatch);
    return { form: representation, method: titlesOf(method).answers, removed, exactMatch: mean, low, high };
  });
  const x = { field: 'removed', type: 'quantitative', title: 'share of gold rules removed', axis: { format: '.0%', values: [0, 0.25, 0.5, 0.75, 1], grid: false }, scale: { padding: 12, nice: false } };
  const y = { field: 'exactMatch', type: 'quantitative', title: 'exact match', axis: { format: '.1f' } };
  return drawn(FIGURE, {
    caption:
      `${removal.questions} questions over ${formatCount(removal.ruleCount)} rules, where random rules stand in the place of the removed ones. ` +
      'A model that answers from rules alone falls to what can be guessed. Bars are 95 % intervals over questions.',
    rows,
    spec: {
      facet: { column: { field: 'form', type: 'nominal', sort: REPRESENTATIONS } },
      spec: { width: 250, height: 190, layer: linesWithIntervals(x, y, methodChannels(rows, 'method')) },
    },
  });
}
