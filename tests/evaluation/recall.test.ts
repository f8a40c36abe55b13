import { goldRanks, recallAt } from '../../src/evaluation/recall.ts';

/** A retrieval of the ids, best first; scores play no part in recall. */
const retrieval = (...ids: number[]) => ids.map((id, index) => ({ id, score: -index }));

describe('goldRanks', () => {
  it('ranks each step in its own retrieval', () => {
    const ranks = goldRanks([[7], [8, 9]], [retrieval(1, 7), retrieval(9, 1)], 'per-step');
    expect(ranks).toEqual([[{ id: 7, rank: 2 }], [{ id: 8, rank: null }, { id: 9, rank: 1 }]]);
  });

  it('ranks all steps in the only retrieval of a method that retrieves once', () => {
    const ranks = goldRanks([[7], [8]], [retrieval(8, 7)], 'once');
    expect(ranks).toEqual([[{ id: 7, rank: 2 }], [{ id: 8, rank: 1 }]]);
  });

  it('ranks nothing where a retrieval is missing, and ignores extra ones', () => {
    expect(goldRanks([[7], [8]], [retrieval(7)], 'per-step')[1]).toEqual([{ id: 8, rank: null }]);
    expect(goldRanks([[7]], [retrieval(7), retrieval(1)], 'per-step')).toHaveLength(1);
  });
});

describe('recallAt, step by step', () => {
  const recall = (k: number, gold: number[][], ...retrievals: ReturnType<typeof retrieval>[]) =>
    recallAt(k, goldRanks(gold, retrievals, 'per-step'), 'per-step');

  it('is the mean over gold steps', () => {
    // Step 1: rule 7 first. Step 2: rule 8 third. @1: (1 + 0)/2; @10: (1 + 1)/2.
    const steps = [retrieval(7, 1, 2), retrieval(1, 2, 8)];
    expect(recall(1, [[7], [8]], ...steps)).toBe(0.5);
    expect(recall(10, [[7], [8]], ...steps)).toBe(1);
  });

  it('takes at 1 as many as the step has gold rules', () => {
    // Two gold rules, so the first two count: rule 8 is among them, rule 9 is third. 1/2.
    expect(recall(1, [[8, 9]], retrieval(8, 1, 9))).toBe(0.5);
    expect(recall(1, [[8, 9]], retrieval(9, 8))).toBe(1);
  });

  it('gives a missing step 0', () => {
    // Three gold steps, one retrieval that finds its rule: 1/3.
    expect(recall(10, [[7], [8], [9]], retrieval(7))).toBeCloseTo(1 / 3, 12);
  });

  it('does not let a later step help an earlier one', () => {
    expect(recall(100, [[7], [8]], retrieval(8), retrieval(7))).toBe(0);
  });
});

describe('recallAt, retrieving once', () => {
  const recall = (k: number, gold: number[][], only: ReturnType<typeof retrieval>) =>
    recallAt(k, goldRanks(gold, [only], 'once'), 'once');

  it('is scored against all gold rules of the question', () => {
    // Gold 7, 8, 9. First three: 7, 1, 9, so @1 is 2/3; rule 8 is fourth, so @10 is 1.
    const only = retrieval(7, 1, 9, 8);
    expect(recall(1, [[7], [8], [9]], only)).toBeCloseTo(2 / 3, 12);
    expect(recall(10, [[7], [8], [9]], only)).toBe(1);
  });

  it('counts a rule that two steps share once', () => {
    // Distinct gold rules: 7 and 8. First two: 7 and 1: 1/2.
    expect(recall(1, [[7], [7, 8]], retrieval(7, 1, 8))).toBe(0.5);
  });
});

describe('recallAt, in rounds', () => {
  const recall = (k: number, gold: number[][], ...rounds: ReturnType<typeof retrieval>[]) =>
    recallAt(k, goldRanks(gold, rounds, 'rounds'), 'rounds');

  it('is scored by what the rounds have found together, against all gold rules', () => {
    // Together: 1, 7 (first of a round), 9, 8 (second). Gold 7, 8: the first two have one of them.
    const rounds = [retrieval(1, 9), retrieval(7, 8)];
    expect(goldRanks([[7], [8]], rounds, 'rounds')).toEqual([[{ id: 7, rank: 2 }], [{ id: 8, rank: 4 }]]);
    expect(recall(1, [[7], [8]], ...rounds)).toBe(0.5);
    expect(recall(10, [[7], [8]], ...rounds)).toBe(1);
  });

  it('does not mind which round finds a rule, nor rounds that find nothing', () => {
    expect(recall(1, [[7], [8]], [], retrieval(8), retrieval(7))).toBe(1);
    expect(recall(1, [[7]])).toBe(0);
  });
});

it('is null for a method that retrieves nothing', () => {
  expect(recallAt(1, goldRanks([[7]], [], 'none'), 'none')).toBeNull();
  expect(recallAt(1, goldRanks([[7]], [], 'gold'), 'gold')).toBeNull();
});
