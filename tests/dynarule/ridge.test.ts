import { addToSums, emptySums, solveRidge } from '../../src/dynarule/ridge.ts';

describe('solveRidge', () => {
  // States h₁ = (1, 0), h₂ = (1, 1) and targets e₁ = (2), e₂ = (5): h·B = e has the one solution B = (2, 3)ᵀ.
  // HᵀH = [[2, 1], [1, 1]], Hᵀe = (7, 5)ᵀ.
  function sums() {
    const all = emptySums(2, 1);
    addToSums(all, 1, [1, 0, 0, 0], [2, 0]);
    addToSums(all, 1, [1, 1, 1, 1], [5, 5]);
    return all;
  }

  it('finds the map that was used, without regularisation', () => {
    const all = emptySums(2, 1);
    addToSums(all, 2, [2, 1, 1, 1], [7, 5]);
    expect(Array.from(solveRidge(all, 0))).toBeAllclose([2, 3]);
  });

  it('sums batches and counts their states', () => {
    const all = sums();
    expect(all.count).toBe(2);
    expect(Array.from(all.states)).toEqual([2, 1, 1, 1]);
  });

  it('shrinks towards zero by the share of the mean diagonal', () => {
    // N = 1, HᵀH = diag(4, 4), Hᵀe = (8, 4): λ = 1 · 4 gives (8, 4) / (4 + 4).
    const all = emptySums(2, 1);
    addToSums(all, 1, [4, 0, 0, 4], [8, 4]);
    expect(Array.from(solveRidge(all, 1))).toBeAllclose([1, 0.5]);
  });
});
