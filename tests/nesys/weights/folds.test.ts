import { compareWays, waysTable } from '../../../src/nesys/weights/compare.ts';
import { bestOf, foldsOf, heldOutRight } from '../../../src/nesys/weights/folds.ts';
import { averagedWeights, learners } from '../../../src/nesys/weights/learners.ts';
import { GRID } from '../../../src/nesys/weights/ascent.ts';
import { prepareProblem } from '../../../src/nesys/weights/problem.ts';
import { question, randomQuestions, setOf } from '../questions.ts';

describe('foldsOf', () => {
  it('holds every question out once, in folds that differ by one at most', () => {
    const folds = foldsOf(23, 5, 1);
    expect(folds.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, i) => i));
    expect(folds.map(({ length }) => length).sort()).toEqual([4, 4, 5, 5, 5]);
    expect(foldsOf(23, 5, 1)).toEqual(folds);
    expect(foldsOf(23, 5, 2)).not.toEqual(folds);
  });
});

describe('heldOutRight', () => {
  it('learns on the others alone', () => {
    const seen: number[] = [];
    const learner = { name: 'recorder', learn: ({ questions }: { readonly questions: readonly unknown[] }) => (seen.push(questions.length), [1]) };
    // The rule is right in the first two questions and wrong in the third.
    const asked = [question([-2, -1], [[1, -1]], 0), question([-2, -1], [[1, -1]], 0), question([-2, -1], [[1, -1]], 1)];
    expect(heldOutRight(asked, [[0, 2], [1]], { scale: '1', learner })).toBe(2);
    expect(seen).toEqual([1, 2]);
  });

  it('differs from accuracy on the questions that were learnt on', () => {
    // Each question has a rule of its own, which must be turned round; held out, nothing was learnt of it.
    const asked = [0, 1, 2, 3].map((own) => question([-1, -2], [0, 1, 2, 3].map((rule) => (rule === own ? [-2, 2] : null)), 0));
    const [, published] = learners([[0, 1, 2, 3]]);
    expect(heldOutRight(asked, [[0], [1], [2], [3]], { scale: '1', learner: published! })).toBe(0);
  });
});

it('averages weights over orders', () => {
  // Two rules say the same wrong thing. The one that is visited first becomes −2, which is enough
  // (−2 + 2 − 1 = −1 against −1 − 2 + 1 = −2), so the other stays at 1; the mean of both orders is −.5 for each.
  const asked = [question([-2, -1], [[-1, 1], [-1, 1]], 0)];
  const problem = prepareProblem(asked, { by: 'nesys', scale: '1' });
  expect(averagedWeights(problem, [[0, 1]], GRID)).toEqual([-2, 1]);
  expect(averagedWeights(problem, [[0, 1], [1, 0]], GRID)).toEqual([-0.5, -0.5]);
});

it('bestOf takes the first of equals', () => {
  const [learner] = learners([]);
  const judged = [3, 5, 5].map((heldOut, i) => ({ heldOut, scale: (['1', 'spread', 'spread+1'] as const)[i]!, learner: learner! }));
  expect(bestOf(judged).scale).toBe('spread');
});

describe('compareWays', () => {
  const [test, dev] = ['test', 'dev'].map((name) => setOf(randomQuestions(name, 40, 4)));
  const options = { scale: 'spread+1' as const, folds: foldsOf(40, 4, 1), learners: learners([[0, 1, 2, 3], [3, 1, 0, 2]]) };

  it('asks test once for each way, the published one first', () => {
    const judged: number[] = [];
    const ways = compareWays(test!, dev!, { ...options, report: ({ heldOut }) => judged.push(heldOut) });
    expect(judged).toHaveLength(12);
    expect(ways.map(({ title }) => title)).toEqual([
      "as published: γ = spread+1, file's order",
      'γ by folds, weights of 1',
      "γ by folds, file's order",
      'γ by folds, mean of 2 orders',
      'γ by folds, mean of 2 orders, none negative',
      'γ and way of learning by folds',
    ]);
    expect(ways.at(-1)!.chosen.heldOut).toBe(Math.max(...judged));
    expect(ways[4]!.weights.every((weight) => weight >= 0)).toBe(true);
    const table = waysTable(ways, 40, { resamples: 50, seed: 1 });
    expect(table.rows[0]!.slice(-2)).toEqual(['', '']);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
  });

  it('never lets test decide', () => {
    const other = setOf(test!.questions.map((one) => ({ ...one, correct: 0 })));
    const chosen = (set: typeof other): unknown[] => compareWays(set, dev!, options).map(({ chosen: { scale, learner, heldOut }, weights }) => [scale, learner.name, heldOut, weights]);
    expect(chosen(other)).toEqual(chosen(test!));
  });
});
