import { randomStream } from '../../../src/random.ts';
import { bestMatching } from '../../../src/ruletrek/score/matching.ts';

const weightOf = (weights: readonly (readonly number[])[]): number => bestMatching(weights).reduce((sum, { row, column }) => sum + weights[row]![column]!, 0);

/** Tries every assignment of rows to columns or to nothing. */
function bruteForce(weights: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  if (row === weights.length) return 0;
  const options = weights[row]!.flatMap((weight, column) => (taken.includes(column) ? [] : [weight + bruteForce(weights, row + 1, [...taken, column])]));
  return Math.max(bruteForce(weights, row + 1, taken), ...options);
}

it('gives up a good pair for two better ones', () => {
  // Greedy takes 3 and then 0; 2 + 2 is more.
  expect(bestMatching([[3, 2], [2, 0]])).toEqual(expect.arrayContaining([{ row: 0, column: 1 }, { row: 1, column: 0 }]));
});

it('leaves impossible pairs out', () => {
  expect(bestMatching([[0, 0], [0, 1]])).toEqual([{ row: 1, column: 1 }]);
  expect(bestMatching([])).toEqual([]);
  expect(bestMatching([[], []])).toEqual([]);
});

it('has the weight of the best of all assignments', () => {
  const random = randomStream('matching');
  for (let draw = 0; draw < 60; draw += 1) {
    const [rows, columns] = [random.integer(1, 5), random.integer(1, 5)];
    const weights = Array.from({ length: rows }, () => Array.from({ length: columns }, () => (random.chance(0.4) ? 0 : random.integer(1, 9))));
    expect(weightOf(weights)).toBe(bruteForce(weights));
  }
});
