import { packBatch } from '../../src/lm/pack.ts';

it('pads on the right, and labels each position with the token after it', () => {
  const batch = packBatch(
    [
      { ids: [5, 6, 7, 8], weights: [0, 0, 1, 0.5] },
      { ids: [9, 4], weights: [1, 0.5] },
    ],
    99,
  );
  expect([...batch.ids]).toEqual([5, 6, 7, 8, 9, 4, 99, 99]);
  expect([batch.rows, batch.length, batch.tokens]).toEqual([2, 4, 6]);
  // The first token has nothing before it, so its weight does not count: labels 7, 8 and 4.
  expect([...batch.positions]).toEqual([1, 2, 4]);
  expect([...batch.labels]).toEqual([7, 8, 4]);
  expect([...batch.labelWeights]).toEqual([0.5, 0.25, 0.25]); // of 1 + 0.5 + 0.5
});
