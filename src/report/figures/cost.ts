/** Figure 6b: time to the first token, total time, memory and speed over rule counts, method by method. */
import type { Analysis } from '../../analysis/files.ts';
import { titlesOf } from '../../evaluation/paper.ts';
import type { FigureOutcome, FigureRow } from './figure.ts';
import { positiveInterval, round } from './interval.ts';
import { methodChannels } from './methods.ts';
import { distinctNumbers, linesWithIntervals, ruleCountAxis } from './parts.ts';
import { analyseCommand, drawn, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'figure-6b-cost', title: 'Cost of an answer (Figure 6b)' };

const MEASURES = ['seconds to the first token', 'seconds in all', 'peak memory, MiB', 'tokens a second'];

export function costFigure({ analyses, asked }: FigureSource): FigureOutcome {
  const { cost } = analyses;
  if (cost === null) return missing(FIGURE, 'timed answers', analyseCommand(asked, 'cost'));
  const counts = distinctNumbers(cost.rows.map(({ ruleCount }) => ruleCount));
  const rows = cost.rows.flatMap(rowsOf);
  const y = { field: 'value', type: 'quantitative', title: null, axis: { format: ',.6~r', tickCount: 4 } };
  return drawn(FIGURE, {
    caption:
      `One question at a time, ${cost.questions} questions (one of each type), backend ${cost.backend}; bars are 95 % intervals over questions. ` +
      'Memory is that of all tensors on the way to the first token, the weights among them. Prompts hold as many rules as the context has room for.',
    rows,
    spec: {
      facet: { field: 'measure', type: 'nominal', sort: MEASURES, title: null },
      columns: 2,
      spec: { width: 260, height: 150, layer: linesWithIntervals(ruleCountAxis(counts), y, methodChannels(rows, 'method')) },
      resolve: { scale: { y: 'independent' } },
    },
  });
}

const MEBIBYTE = 2 ** 20;

function rowsOf({ method, ruleCount, firstTokenSeconds, totalSeconds, peakBytes, tokensPerSecond }: Analysis<'cost'>['rows'][number]): FigureRow[] {
  const memory = round(peakBytes / MEBIBYTE);
  const [first, total, speed] = [firstTokenSeconds, totalSeconds, tokensPerSecond].map(positiveInterval);
  const values = [first, total, { mean: memory, low: memory, high: memory }, speed];
  return values.map((value, at) => ({
    method: titlesOf(method).answers,
    ruleCount,
    measure: MEASURES[at] ?? '',
    value: value?.mean ?? 0,
    low: value?.low ?? 0,
    high: value?.high ?? 0,
  }));
}
