/** Figures 3a and 8a: attention entropy over rules, layer by layer. */
import { REPRESENTATIONS } from '../../ruleworld/types.ts';
import type { FigureOutcome } from './figure.ts';
import { round } from './interval.ts';
import { countingAxis, linesWithIntervals } from './parts.ts';
import { drawn, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'figure-3a-attention-entropy', title: 'Attention entropy by layer (Figures 3a and 8a)' };

export function entropyFigure({ confidence, asked }: FigureSource): FigureOutcome {
  if (confidence === null) {
    return missing(FIGURE, 'the entropies that stage 1 measures at its end', `dynarule train-stage1 --experiment ${asked.file}`);
  }
  const { entropies, questions, rulesSeen, layer } = confidence;
  const rows = REPRESENTATIONS.flatMap((form) =>
    entropies[form].map(({ layer: at, mean, std }) => ({
      form,
      layer: at + 1,
      entropy: round(mean),
      low: round(mean - std),
      high: round(mean + std),
      chosen: at === layer ? 'confidence layer' : '',
    })),
  );
  const x = countingAxis('layer', 'layer, from 1');
  const y = { field: 'entropy', type: 'quantitative', title: 'entropy, nats', scale: { zero: false } };
  const color = { field: 'form', type: 'nominal', title: null };
  return drawn(FIGURE, {
    caption:
      `Entropy of attention over ${rulesSeen} rules after stage 1, mean over ${questions} questions; bars are one sample deviation. ` +
      `Dashed: the confidence layer, ${layer + 1} (${layer} counted from 0).`,
    rows,
    spec: {
      width: 420,
      height: 220,
      layer: [
        { transform: [{ filter: "datum.chosen !== ''" }], mark: { type: 'rule', strokeDash: [4, 4], opacity: 0.5, color: 'currentColor' }, encoding: { x } },
        ...linesWithIntervals(x, y, { color }),
      ],
    },
  });
}
