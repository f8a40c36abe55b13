import { keepDim, topRows } from '../../src/dynarule/candidates.ts';
import { UserError } from '../../src/errors.ts';

const SCORES = Float32Array.of(0.1, 0.9, 0.5, 0.9, -1, 0.7);

describe('topRows', () => {
  it('ranks by score, equals in the order of the rows', () => {
    expect(topRows(SCORES, 4)).toEqual([1, 3, 5, 2]);
  });

  it('skips rows that are closed', () => {
    expect(topRows(SCORES, 3, Uint8Array.of(1, 0, 1, 1, 1, 0))).toEqual([3, 2, 0]);
  });

  it('gives all rows where k is larger', () => {
    expect(topRows(SCORES, 10)).toEqual([1, 3, 5, 2, 0, 4]);
  });

  it('agrees with a sort on many rows', () => {
    // Eleven different scores over 200 rows: ties everywhere.
    const scores = Float32Array.from({ length: 200 }, (_, row) => (row * 7919) % 11);
    const sorted = [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]! || a - b);
    expect(topRows(scores, 50)).toEqual(sorted.slice(0, 50));
  });
});

describe('keepDim', () => {
  it('is TopK where nothing is required', () => {
    expect([...keepDim(SCORES, 3)]).toEqual([1, 3, 5]);
  });

  it('keeps required rows instead of the last of the best, K in all', () => {
    // Required 4 (score -1) displaces 5; 1 is among the best anyway.
    expect([...keepDim(SCORES, 3, [4, 1])]).toEqual([1, 3, 4]);
  });

  it('keeps a required row even where it is closed', () => {
    expect([...keepDim(SCORES, 2, [0], Uint8Array.of(0, 0, 1, 0, 1, 0))]).toEqual([2, 0]);
  });

  it('takes exactly K gold rules, and refuses one more', () => {
    expect([...keepDim(SCORES, 2, [4, 0])]).toEqual([0, 4]);
    expect(() => keepDim(SCORES, 2, [0, 1, 4])).toThrow(UserError);
    expect(() => keepDim(SCORES, 2, [0, 1, 4])).toThrow(/dynarule.topK: expected at most K = 2 gold rules[\s\S]*got: 3/);
  });
});
