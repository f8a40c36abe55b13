import { exactMatchColumn, TABLE2_COLUMNS, TABLE4_COLUMNS, TASK_COLUMNS } from '../../../src/evaluation/columns.ts';
import { differenceOf, sideMean } from '../../../src/evaluation/comparison/difference.ts';
import { pairQuestions, type Pair } from '../../../src/evaluation/comparison/pairs.ts';
import type { QuestionScore } from '../../../src/evaluation/records.ts';
import type { Subtask } from '../../../src/ruleworld/types.ts';
import { allScores, scoreWith } from './support.ts';

/** Pairs of a sub-task whose second side scores so much, the first 0. */
const pairsOf = (subtask: Subtask, gains: readonly number[], field: 'exactMatch' | 'recallAt1' = 'exactMatch'): Pair[] =>
  gains.map((gain, index) => {
    const place = { subtask, questionId: `${subtask}-${index}` };
    return { first: scoreWith({ ...place, [field]: 0 }), second: scoreWith({ ...place, [field]: gain }) };
  });

describe('differenceOf', () => {
  const column = exactMatchColumn('FOL', 'PM(2-4)', TASK_COLUMNS['PM(2-4)'] ?? []);

  it('weighs sub-tasks alike in a column of exact match', () => {
    // (.5 + 0 + 1)/3 = .5, though five of eight gain. One stratum varies: (1/9)·(.5/2) = 1/36, root 1/6, one degree: 12.7062047/6.
    const pairs = [...pairsOf('multi-rule-2', [1, 0]), ...pairsOf('multi-rule-3', [0, 0]), ...pairsOf('multi-rule-4', [1, 1, 1, 1])];
    const estimate = differenceOf([column], pairs);
    expect(estimate?.mean).toBeCloseTo(0.5, 12);
    expect(estimate?.ci95).toBeCloseTo(12.7062047 / 6, 6);
    expect(sideMean([column], pairs, 'first')).toBe(0);
    expect(sideMean([column], pairs, 'second')).toBeCloseTo(0.5, 12);
  });

  it('weighs questions alike in a column of recall', () => {
    // Four of six gain .6: .4. Strata: s² = 0, and of .6, .6, 0, 0 .12: (4/6)²·.12/4 = .0133333, root .1154701; t(.975, 3) = 3.1824463.
    const column4 = TABLE4_COLUMNS.filter(({ key }) => key === 'FOL.recall@1');
    const pairs = [...pairsOf('single-rule', [0.6, 0.6], 'recallAt1'), ...pairsOf('multi-hop-2', [0.6, 0.6, 0, 0], 'recallAt1')];
    const estimate = differenceOf(column4, pairs);
    expect(estimate?.mean).toBeCloseTo(0.4, 12);
    expect(estimate?.ci95).toBeCloseTo(3.1824463 * 0.1154701, 6);
  });

  it('is null where a sub-task or a score is missing', () => {
    expect(differenceOf([column], pairsOf('multi-rule-2', [1, 0]))).toBeNull();
    const without = allScores(() => ({ recallAt1: null }));
    const { pairs } = pairQuestions(without, without);
    expect(differenceOf(TABLE4_COLUMNS, pairs)).toBeNull();
    expect(differenceOf(TABLE2_COLUMNS, pairs)).toEqual({ mean: 0, ci95: 0 });
  });
});

describe('pairQuestions', () => {
  const first = [scoreWith({ questionId: 'a' }), scoreWith({ questionId: 'b' })];

  it('pairs the same question, pool and seed', () => {
    const second = [scoreWith({ questionId: 'b', exactMatch: 1 }), scoreWith({ questionId: 'c' })];
    const { pairs, unpaired } = pairQuestions(first, second);
    expect(pairs.map((pair) => [pair.first.questionId, pair.second.exactMatch])).toEqual([['b', 1]]);
    expect(unpaired).toBe(2);
  });

  const others: Partial<QuestionScore>[] = [{ pool: 'other' }, { seed: 2 }, { question: 'another?' }, { representation: 'NL' }, { ruleCount: 100 }, { repository: 'held-out' }];

  it.each(others)('does not pair what differs in %j', (change) => {
    expect(pairQuestions([scoreWith({})], [scoreWith(change)])).toEqual({ pairs: [], unpaired: 2 });
  });
});
