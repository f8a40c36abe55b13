/** Step-wise recall by step (paper, Figures 4 and 9): how well the t-th retrieval finds the gold rules of the t-th step. */
import { placeText, type CellPlace } from './cell.ts';
import { stepRecall } from './recall.ts';
import type { QuestionRecord } from './records.ts';

/** Depths at which recall is counted. */
export const RECALL_DEPTHS = [100, 10, 1] as const;

/** Recall of one step over the questions of a cell that have it. */
export interface StepRecall {
  readonly place: CellPlace;
  /** From 1. */
  readonly step: number;
  readonly questions: number;
  /** Means at each depth. */
  readonly recall: Readonly<Record<(typeof RECALL_DEPTHS)[number], number>>;
}

export interface StepRecalls {
  /** Takes in a record; those of methods that do not retrieve before each step are passed over. */
  hear(record: QuestionRecord): void;
  /** Cells in the order in which they came, steps in theirs. */
  rows(): StepRecall[];
}

interface Sums {
  readonly place: CellPlace;
  readonly steps: { questions: number; 1: number; 10: number; 100: number }[];
}

/** Sums up records one at a time, so that they need not be held. */
export function createStepRecalls(): StepRecalls {
  const cells = new Map<string, Sums>();
  return {
    hear: (record) => {
      if (record.retrieval !== 'per-step') return;
      const { method, representation, ruleCount, repository, seed } = record;
      const place = { method, representation, ruleCount, repository, seed };
      const key = placeText(place);
      const sums = cells.get(key) ?? { place, steps: [] };
      cells.set(key, sums);
      record.goldSteps.forEach((gold, step) => {
        const own = (sums.steps[step] ??= { questions: 0, 1: 0, 10: 0, 100: 0 });
        own.questions += 1;
        for (const depth of RECALL_DEPTHS) own[depth] += stepRecall(depth, gold);
      });
    },
    rows: () => [...cells.values()].flatMap(rowsOf),
  };
}

function rowsOf({ place, steps }: Sums): StepRecall[] {
  return steps.map(({ questions, ...sums }, index) => ({
    place,
    step: index + 1,
    questions,
    recall: { 1: sums[1] / questions, 10: sums[10] / questions, 100: sums[100] / questions },
  }));
}
