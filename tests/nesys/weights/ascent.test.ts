import { rightsOf, type Judge } from '../../../src/nesys/energy.ts';
import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { coordinateAscent, GRID, NON_NEGATIVE_GRID } from '../../../src/nesys/weights/ascent.ts';
import { prepareProblem } from '../../../src/nesys/weights/problem.ts';
import { question, randomQuestions } from '../questions.ts';

const SCALED: Judge = { by: 'nesys', scale: 'spread+1' };
const UNSCALED: Judge = { by: 'nesys', scale: '1' };

/** The description read literally: every weight of the grid with every question added up anew. */
function literalAscent(questions: readonly ScoredQuestion[], judge: Judge, order: readonly number[]): number[] {
  const accuracy = (weights: readonly number[]): number => rightsOf(questions, weights, judge).filter(Boolean).length / questions.length;
  let weights = order.map(() => 1);
  for (let pass = 0; pass < 10; pass += 1) {
    const before = weights;
    for (const rule of order) {
      const tried = GRID.map((weight) => ({ weight, accuracy: accuracy(weights.with(rule, weight)) }));
      const best = tried.reduce((a, b) => (b.accuracy > a.accuracy ? b : a));
      if (best.accuracy - accuracy(weights) > 1e-4) weights = weights.with(rule, best.weight);
    }
    if (weights === before) break;
  }
  return weights;
}

describe('coordinateAscent', () => {
  it('turns a rule round that is always wrong', () => {
    // Neural: wrong by 1. The rule favours the wrong choice by 2: any weight below −.5 wins; −2 comes first.
    const asked = [question([-2, -1], [[-1, 1]], 0), question([-1, -2], [[1, -1]], 1)];
    expect(coordinateAscent(prepareProblem(asked, UNSCALED))).toEqual({ weights: [-2], right: 2, passes: 2 });
  });

  it('takes the first of equally good weights', () => {
    // Right from .5 on, where the sums are equal (−1.5 each) and the right choice comes first; .5 is the first of the grid.
    const asked = [question([-2, -1], [[1, -1]], 0), question([-1, -5], [[-1.5, 1]], 0)];
    // Second question: −1 − 1.5w > −5 + w, w < 1.6. With w = 1 both are right already, so nothing changes.
    expect(coordinateAscent(prepareProblem(asked, UNSCALED)).weights).toEqual([1]);
    const harder = [question([-2, -1], [[1, -1]], 0), question([-1, -2.2], [[-1.5, 1]], 0)];
    // Now the second needs 1.2 > 2.5w, w < .48: at most one is right, with either; w = 1 has one, and no weight has more.
    expect(coordinateAscent(prepareProblem(harder, UNSCALED))).toEqual({ weights: [1], right: 1, passes: 1 });
    const both = [question([-2, -1], [[1, -1]], 0), question([-1, -2.3], [[-1.5, 1]], 0)];
    // w < .52 for the second, w ≥ .5 for the first.
    expect(coordinateAscent(prepareProblem(both, UNSCALED))).toEqual({ weights: [0.5], right: 2, passes: 2 });
  });

  it.each([1, 2, 3, 4, 5, 6])('gives what the description gives, ties and rounding included (%d)', (seed) => {
    const asked = randomQuestions(`ascent ${seed}`, 60, 7);
    for (const judge of [SCALED, UNSCALED, { by: 'rules' } as const]) {
      for (const order of [[0, 1, 2, 3, 4, 5, 6], [6, 2, 4, 0, 1, 5, 3]]) {
        const learned = coordinateAscent(prepareProblem(asked, judge), { order });
        expect(learned.weights).toEqual(literalAscent(asked, judge, order));
        expect(learned.right).toBe(rightsOf(asked, learned.weights, judge).filter(Boolean).length);
      }
    }
  });

  it('keeps to the grid it is given', () => {
    const asked = [question([-2, -1], [[-1, 1]], 0)];
    // The rule is wrong and may not be turned round: 0 leaves the neural answer, wrong too, so it stays at 1.
    expect(coordinateAscent(prepareProblem(asked, UNSCALED), { grid: NON_NEGATIVE_GRID }).weights).toEqual([1]);
    const silenced = [question([-1, -2], [[-1, 1]], 0)];
    expect(coordinateAscent(prepareProblem(silenced, UNSCALED), { grid: NON_NEGATIVE_GRID }).weights).toEqual([0]);
    expect(Math.min(...NON_NEGATIVE_GRID)).toBe(0);
  });

  it('has nothing to learn without rules or with one choice', () => {
    expect(coordinateAscent(prepareProblem([question([-1, -2], [])], SCALED))).toEqual({ weights: [], right: 1, passes: 1 });
    expect(coordinateAscent(prepareProblem([question([-1], [[1]])], SCALED))).toEqual({ weights: [1], right: 1, passes: 1 });
  });
});
