import { bucketByLength } from '../../src/lm/buckets.ts';

const bucket = (lengths: number[], maxTokens: number): number[][] => bucketByLength(lengths, (length) => length, maxTokens);

it('cuts by padded size: rows × longest', () => {
  // 2, 3, 3 pad to 9 tokens; a 4 would make 16. 4, 5 pad to 10.
  expect(bucket([5, 3, 2, 4, 3], 10)).toEqual([[2, 3, 3], [4, 5]]);
});

it('gives an item that is too long a bucket of its own, and keeps every item', () => {
  expect(bucket([12, 1, 30], 10)).toEqual([[1], [12], [30]]);
  expect(bucket([], 10)).toEqual([]);
});
