import { topK } from '../../src/retrieval/top-k.ts';
import { randomStream } from '../../src/random.ts';

describe('topK', () => {
  it('gives the best in order, lower ids first among equals', () => {
    expect(topK(Float32Array.of(1, 3, 2, 3, 0), 3)).toEqual([
      { id: 1, score: 3 },
      { id: 3, score: 3 },
      { id: 2, score: 2 },
    ]);
  });

  it('gives all where k is more than there are', () => {
    expect(topK(Float64Array.of(-1, 2), 10).map(({ id }) => id)).toEqual([1, 0]);
    expect(topK(new Float32Array(0), 3)).toEqual([]);
  });

  it('agrees with sorting everything, ties included', () => {
    const random = randomStream('top-k');
    const scores = Float32Array.from({ length: 2_000 }, () => random.integer(0, 50));
    const sorted = Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
    for (const k of [1, 2, 7, 100, 1_999, 2_000]) {
      expect(topK(scores, k).map(({ id }) => id)).toEqual(sorted.slice(0, k));
    }
  });

  it('refuses NaN and a k that is no count', () => {
    expect(() => topK(Float32Array.of(1, NaN), 1)).toThrow(/score 1/);
    expect(() => topK(Float32Array.of(1), 0)).toThrow(RangeError);
    expect(() => topK(Float32Array.of(1), 1.5)).toThrow(RangeError);
  });
});
