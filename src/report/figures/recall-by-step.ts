/** Figures 4 and 9: step-wise recall at three depths by step and rule count. */
import { REPOSITORIES, type Repository } from '../../config/sections.ts';
import { RECALL_DEPTHS, type StepRecall } from '../../evaluation/step-recall.ts';
import { formatCount } from '../../evaluation/table.ts';
import { titlesOf } from '../../evaluation/paper.ts';
import { groupBy, summarise } from '../../statistics/spread.ts';
import type { FigureOutcome, FigureRow } from './figure.ts';
import { fractionInterval } from './interval.ts';
import { countingAxis, distinctNumbers, fractionAxis, linesWithIntervals, PANEL, ruleCountColour } from './parts.ts';
import { drawn, evaluateCommand, missing, type FigureSource } from './source.ts';

/** One for each repository that was evaluated. */
export function recallBySteps(source: FigureSource): FigureOutcome[] {
  const present = REPOSITORIES.filter((repository) => source.steps.some(({ place }) => place.repository === repository));
  const shown = present.length === 0 ? (['original'] as const) : present;
  return shown.map((repository) => recallByStep(source, repository));
}

function recallByStep({ steps, asked }: FigureSource, repository: Repository): FigureOutcome {
  const figure = { name: `figure-4-recall-by-step-${repository}`, title: `Recall by step, ${repository} rules (Figures 4 and 9)` };
  const here = steps.filter(({ place }) => place.repository === repository && place.method === 'dynarule');
  if (here.length === 0) return missing(figure, 'records of DynaRule', evaluateCommand(asked, ['dynarule']));
  const rows = groupBy(here, ({ place, step }) => `${place.representation}/${place.ruleCount}/${step}`).flatMap(stepRows);
  const counts = distinctNumbers(here.map(({ place }) => place.ruleCount));
  return drawn(figure, {
    caption:
      `${titlesOf('dynarule').answers}: how often the t-th retrieval has the gold rules of the t-th step among its 100, 10 and 1 best. Bars are 95 % intervals over ` +
      `seeds. Late steps have few questions behind them: the data say how many.`,
    rows,
    spec: {
      facet: { row: { field: 'form', type: 'nominal' }, column: { field: 'depth', type: 'nominal', sort: RECALL_DEPTHS.map(depthName) } },
      spec: {
        ...PANEL,
        layer: linesWithIntervals(
          countingAxis('step', 'step'),
          fractionAxis('recall', 'recall'),
          { color: ruleCountColour(counts) },
        ),
      },
    },
  });
}

/** One row a depth; recall@100 of 100 rules is left out, as in the tables. */
function stepRows(seeds: readonly StepRecall[]): FigureRow[] {
  const [first] = seeds;
  if (first === undefined) throw new RangeError('a group needs steps');
  const { representation, ruleCount } = first.place;
  const depths = RECALL_DEPTHS.filter((depth) => depth < ruleCount);
  return depths.map((depth) => {
    const { mean, low, high } = fractionInterval(summarise(seeds.map(({ recall }) => recall[depth])));
    const questions = seeds.reduce((sum, one) => sum + one.questions, 0);
    return { form: representation, rules: formatCount(ruleCount), depth: depthName(depth), step: first.step, recall: mean, low, high, questions };
  });
}

function depthName(depth: number): string {
  return `@${depth}`;
}
