/** Figures 3b and 8b: how much is answered rightly where one layer alone sees the right rules. */
import type { Analysis } from '../../analysis/files.ts';
import type { FigureOutcome, FigureRow } from './figure.ts';
import { fractionInterval } from './interval.ts';
import { countingAxis, linesWithIntervals } from './parts.ts';
import { analyseCommand, drawn, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'figure-3b-retention', title: 'Retention by layer (Figures 3b and 8b)' };

export function retentionFigure({ analyses, asked }: FigureSource): FigureOutcome {
  const { retention } = analyses;
  if (retention === null) return missing(FIGURE, 'answers with the right rules at one layer only', analyseCommand(asked, 'retention'));
  const rows = retention.rows.map(rowOf);
  const x = countingAxis('layer', 'the layer that sees the right rules, from 1');
  const y = { field: 'exactMatch', type: 'quantitative', title: 'exact match' };
  const color = { field: 'form', type: 'nominal', title: null };
  return drawn(FIGURE, {
    caption:
      `Exact match of ${retention.questions} questions where one layer attends to the gold rules and every other layer to as many random ones; bars are 95 % intervals over questions. ` +
      'Dashed: all layers see the gold rules. Dotted: none does.',
    rows,
    spec: {
      width: 420,
      height: 220,
      layer: [
        { transform: [{ filter: "datum.right === 'all'" }], mark: { type: 'rule', strokeDash: [6, 4] }, encoding: { y, color } },
        { transform: [{ filter: "datum.right === 'none'" }], mark: { type: 'rule', strokeDash: [2, 3] }, encoding: { y, color } },
        { transform: [{ filter: "datum.right === 'one'" }], layer: linesWithIntervals(x, y, { color }) },
      ],
    },
  });
}

function rowOf({ representation, right, layer, exactMatch }: Analysis<'retention'>['rows'][number]): FigureRow {
  const { mean, low, high } = fractionInterval(exactMatch);
  return { form: representation, right, layer: layer === null ? null : layer + 1, exactMatch: mean, low, high };
}

