/** Figures 4c and 10: attention over rules step by step, the staircase; the mean over questions, and single answers. */
import type { Analysis } from '../../analysis/files.ts';
import { REPRESENTATIONS } from '../../ruleworld/types.ts';
import type { FigureOutcome, FigureSpec } from './figure.ts';
import { round } from './interval.ts';
import { analyseCommand, drawn, missing, type FigureSource } from './source.ts';
import { HEAT_COLOURS } from './theme.ts';

const MEAN = { name: 'figure-4c-attention-by-step', title: 'Attention to the rules of each step while a step is written (Figure 4c)' };

export function stairsFigure({ analyses, asked }: FigureSource): FigureOutcome {
  const { attention } = analyses;
  if (attention === null) return missing(MEAN, 'attention while decoding', analyseCommand(asked, 'attention'));
  const rows = attention.stairs.map(({ representation, writing, of, attention: share, questions }) => ({ form: representation, writing, rulesOf: of, attention: round(share), questions }));
  const steps = { type: 'ordinal', axis: { labelAngle: 0, grid: false } };
  return drawn(MEAN, {
    caption:
      `Share of attention (mean over heads, tokens and layers ${layerNames(attention.layers)}) that goes to the gold rules of a step while a step is written, ` +
      `${attention.questions} questions, ${attention.ruleCount} rules, adapters of ${attention.adapters}. On the diagonal a step reads its own rules.`,
    rows,
    spec: {
      facet: { column: { field: 'form', type: 'nominal', sort: REPRESENTATIONS } },
      spec: {
        width: { step: 34 },
        height: { step: 34 },
        mark: { type: 'rect' },
        encoding: {
          x: { field: 'writing', title: 'step written', ...steps },
          y: { field: 'rulesOf', title: 'gold rules of step', ...steps },
          color: heat('attention'),
        },
      },
    },
  });
}

/** One for each example, in which form it was. */
export function staircaseFigures({ analyses, asked }: FigureSource): FigureOutcome[] {
  const { attention } = analyses;
  if (attention === null) {
    const figure = { name: 'figure-10-staircase', title: 'The staircase: attention over rules, token by token (Figure 10)' };
    return [missing(figure, 'attention while decoding', analyseCommand(asked, 'attention'))];
  }
  return attention.examples.map(staircase);
}

function staircase({ representation, subtask, question, tokens, rules, attention }: Analysis<'attention'>['examples'][number]): FigureOutcome {
  const figure = { name: `figure-10-staircase-${representation}`, title: `The staircase: attention over rules, token by token, ${representation} (Figure 10)` };
  const rows = rules.flatMap((rule, at) =>
    tokens.map(({ text, step }, token) => ({ rule: `${rule.step}. ${rule.text}`, token, text, step, attention: round(attention[at]?.[token] ?? 0) })),
  );
  return drawn(figure, {
    caption: `One ${subtask} question: “${question}” Each column is a token of the answer, each row a gold rule with its step; attention is the mean over heads and layers.`,
    rows,
    spec: {
      width: Math.max(320, tokens.length * 7),
      height: { step: 22 },
      mark: { type: 'rect' },
      encoding: {
        x: { field: 'token', type: 'ordinal', title: 'tokens of the answer', axis: { labels: false, ticks: false } },
        y: { field: 'rule', type: 'nominal', title: null, sort: rules.map((rule) => `${rule.step}. ${rule.text}`), axis: { labelLimit: 0 } },
        color: heat('attention'),
      },
    },
  });
}

function heat(field: string): FigureSpec {
  return { field, type: 'quantitative', title: 'share of attention', scale: { range: HEAT_COLOURS, interpolate: 'rgb' }, legend: { gradientLength: 160, format: '.2~f' } };
}

function layerNames(layers: readonly number[]): string {
  return layers.map((layer) => layer + 1).join(', ');
}
