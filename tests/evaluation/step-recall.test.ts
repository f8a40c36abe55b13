import { createStepRecalls } from '../../src/evaluation/step-recall.ts';
import { RIGHT } from '../report/support.ts';

/** A record whose gold rules have these ranks, step by step. */
const ranked = (...steps: (number | null)[][]) => ({ ...RIGHT, goldSteps: steps.map((ranks) => ranks.map((rank, id) => ({ id, rank, text: 'rule' }))) });

it('is the mean over the questions that have the step', () => {
  const steps = createStepRecalls();
  steps.hear(ranked([1], [5], [null]));
  steps.hear(ranked([2], [50]));
  expect(steps.rows().map(({ step, questions, recall }) => [step, questions, recall[1], recall[10], recall[100]])).toEqual([
    // Ranks 1 and 2; 5 and 50; none at all.
    [1, 2, 0.5, 1, 1],
    [2, 2, 0, 0.5, 1],
    [3, 1, 0, 0, 0],
  ]);
});

it('@1 takes as many as a step has gold rules', () => {
  const steps = createStepRecalls();
  steps.hear(ranked([1, 2]));
  expect(steps.rows()[0]?.recall[1]).toBe(1);
});

it('keeps cells apart, and passes over methods that do not retrieve step by step', () => {
  const steps = createStepRecalls();
  steps.hear({ ...ranked([1]), seed: 1 });
  steps.hear({ ...ranked([1]), seed: 2 });
  steps.hear({ ...ranked([1]), retrieval: 'once' });
  expect(steps.rows().map(({ place }) => place.seed)).toEqual([1, 2]);
});
