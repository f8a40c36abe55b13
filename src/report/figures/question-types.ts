/** Figure 11: step-wise recall by question type. */
import { RECALL_DEPTHS } from '../../evaluation/step-recall.ts';
import { REPRESENTATIONS, SUBTASKS, type QuestionSubtask } from '../../ruleworld/types.ts';
import type { ResultCell } from '../../evaluation/results.ts';
import { formatCount } from '../../evaluation/table.ts';
import { groupBy, summarise } from '../../statistics/spread.ts';
import type { FigureOutcome, FigureRow } from './figure.ts';
import { fractionInterval } from './interval.ts';
import { distinctNumbers, fractionAxis, ruleCountColour } from './parts.ts';
import { drawn, evaluateCommand, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'figure-11-recall-by-type', title: 'Recall by question type, original rules (Figure 11)' };

const SCORES = { 1: 'recallAt1', 10: 'recallAt10', 100: 'recallAt100' } as const;

export function recallByType({ results, asked }: FigureSource): FigureOutcome {
  const cells = results.cells.filter(({ method, repository }) => method === 'dynarule' && repository === 'original');
  if (cells.length === 0) return missing(FIGURE, 'DynaRule on original rules', evaluateCommand(asked, ['dynarule']));
  const rows = groupBy(cells, ({ representation, ruleCount, subtask }) => `${representation}/${ruleCount}/${subtask}`).flatMap(typeRows);
  const counts = distinctNumbers(cells.map(({ ruleCount }) => ruleCount));
  const y = { field: 'type', type: 'nominal', title: null, sort: SUBTASKS.map(shortName) };
  const color = ruleCountColour(counts);
  return drawn(FIGURE, {
    caption: "DynaRule's step-wise recall@1, @10 and @100 by type: one rule, several questions in parallel (PM), several hops (MH). Bars are 95 % intervals over seeds.",
    rows,
    spec: {
      facet: {
        row: { field: 'form', type: 'nominal', sort: REPRESENTATIONS },
        column: { field: 'depth', type: 'nominal', sort: RECALL_DEPTHS.map((depth) => `@${depth}`) },
      },
      spec: {
        width: 180,
        height: 220,
        layer: [
          { mark: { type: 'rule', opacity: 0.5 }, encoding: { y, x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' }, color } },
          { mark: { type: 'point', size: 55 }, encoding: { y, x: fractionAxis('recall', 'recall'), color } },
        ],
      },
    },
  });
}

function typeRows(seeds: readonly ResultCell[]): FigureRow[] {
  const [first] = seeds;
  if (first === undefined) throw new RangeError('a group needs cells');
  const { representation, ruleCount, subtask } = first;
  return RECALL_DEPTHS.filter((depth) => depth < ruleCount).flatMap((depth) => {
    const values = seeds.map((cell) => cell[SCORES[depth]]).filter((value) => value !== null);
    if (values.length === 0) return [];
    const { mean, low, high } = fractionInterval(summarise(values));
    return [{ form: representation, type: shortName(subtask), rules: formatCount(ruleCount), depth: `@${depth}`, recall: mean, low, high }];
  });
}

/** As the heads of Table 2 have it: `PM-5`, `MH-3`. */
function shortName(subtask: QuestionSubtask): string {
  return subtask.replace('single-rule', 'single').replace('multi-rule', 'PM').replace('multi-hop', 'MH');
}
