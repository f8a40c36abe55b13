/** Pools without some of the gold rules, and the speed of an answer. */
import { speedOf } from '../../src/analysis/cost.ts';
import { poolWithout } from '../../src/analysis/removal.ts';
import { evaluationPool } from '../../src/evaluation/pools.ts';
import { fakeQuestion } from '../evaluation/support.ts';

const question = fakeQuestion('q', 'multi-rule-4', [[3], [4], [5], [6]]);
const goldIn = (pool: readonly number[]): number[] => pool.filter((id) => id >= 3 && id <= 6);

describe('a pool without gold rules', () => {
  const pools = [0, 0.25, 0.5, 1].map((removed) => poolWithout(question, 20, 200, 1, removed));

  it('is the pool of the evaluation where none is removed', () => {
    expect(pools[0]).toEqual(evaluationPool(question, 20, 200, 1));
  });

  it('keeps its size, has each rule once, and as many gold ones as are left', () => {
    for (const pool of pools) expect(new Set(pool).size).toBe(20);
    expect(pools.map((pool) => goldIn(pool).length)).toEqual([4, 3, 2, 0]);
  });

  it('lacks what a smaller share lacks, in the same places', () => {
    const [whole = [], quarter = [], half = []] = pools;
    expect(goldIn(quarter)).toEqual(expect.arrayContaining(goldIn(half)));
    const changed = whole.flatMap((id, at) => (id === half[at] ? [] : [id]));
    expect(goldIn(changed)).toHaveLength(2);
    expect(changed).toHaveLength(2);
  });
});

it('speed counts the tokens after the first', () => {
  // 10 tokens in 3 s after the first, which took 1 s.
  expect(speedOf({ first: 1, seconds: 4, tokens: 10 })).toBe(3);
  expect(speedOf({ first: 1, seconds: 1, tokens: 1 })).toBe(0);
});
