import { chooseQuestions, drawDistinct, evaluationPool } from '../../src/evaluation/pools.ts';
import { randomStream } from '../../src/random.ts';
import { fakeQuestion, fakeSource } from './support.ts';

const question = fakeQuestion('q', 'multi-rule-2', [[3, 150], [7]]);
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

describe('chooseQuestions', () => {
  const ids = (perSubtask: number, seed: number) => chooseQuestions(fakeSource(10), perSubtask, seed).map(({ id }) => id);

  it('takes as many of each sub-task, each once, and the same for the same seed', () => {
    const chosen = chooseQuestions(fakeSource(10), 3, 1);
    expect(chosen).toHaveLength(33);
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(33);
    expect(chosen.filter(({ subtask }) => subtask === 'multi-hop-3')).toHaveLength(3);
    expect(ids(3, 1)).toEqual(chosen.map(({ id }) => id));
  });

  it('gives neighbouring seeds other questions while there are enough', () => {
    // Ten questions a sub-task make three slots of three: seeds 1, 2 and 3 have 99 different ones, and 4 those of 1.
    expect(new Set([1, 2, 3].flatMap((seed) => ids(3, seed))).size).toBe(99);
    expect(ids(3, 4)).toEqual(ids(3, 1));
  });

  it('says of which sub-task there are too few', () => {
    expect(() => chooseQuestions(fakeSource(2), 3, 1)).toThrow(/at least 3 test questions of single-rule\n {2}got: 2/);
  });
});

describe('evaluationPool', () => {
  it('has the gold rules, the rule count, and no rule twice', () => {
    for (const count of [3, 10, 199, 200]) {
      const pool = evaluationPool(question, count, 200, 1);
      expect(pool).toHaveLength(count);
      expect(new Set(pool).size).toBe(count);
      expect(pool).toEqual(expect.arrayContaining([3, 150, 7]));
      expect(pool.every((id) => id >= 0 && id < 200)).toBe(true);
    }
  });

  it('of all rules is the repository', () => {
    expect(sorted(evaluationPool(question, 200, 200, 1))).toEqual(Array.from({ length: 200 }, (_, id) => id));
  });

  it('is the same for the same seed, and another for another', () => {
    expect(evaluationPool(question, 50, 200, 1)).toEqual(evaluationPool(question, 50, 200, 1));
    expect(sorted(evaluationPool(question, 50, 200, 2))).not.toEqual(sorted(evaluationPool(question, 50, 200, 1)));
  });

  it('grows by adding rules', () => {
    const small = evaluationPool(question, 20, 200, 1);
    expect(evaluationPool(question, 100, 200, 1)).toEqual(expect.arrayContaining(small));
  });

  it('puts gold rules anywhere', () => {
    // Over 400 questions a gold rule stands in the first half of its pool about 200 times (deviation 10).
    const positions = Array.from({ length: 400 }, (_, index) =>
      evaluationPool(fakeQuestion(`q${index}`, 'single-rule', [[5]]), 20, 200, 1).indexOf(5),
    );
    const early = positions.filter((position) => position < 10).length;
    expect(Math.abs(early - 200)).toBeLessThan(50);
    expect(new Set(positions).size).toBe(20);
  });

  it('refuses a repository that is too small, and more gold rules than the pool holds', () => {
    expect(() => evaluationPool(question, 201, 200, 1)).toThrow('a repository of at least 201 rules');
    expect(() => evaluationPool(question, 2, 200, 1)).toThrow('a rule count of at least 3');
  });
});

it('drawDistinct draws every item equally often', () => {
  const random = randomStream('draw');
  const counts = new Array<number>(6).fill(0);
  for (let round = 0; round < 3000; round += 1) for (const item of drawDistinct(6, 2, random)) counts[item] = (counts[item] ?? 0) + 1;
  // 3,000 draws of 2 of 6: 1,000 each, deviation √(3000·⅓·⅔) = 25.8; six of these are allowed.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(155);
});
