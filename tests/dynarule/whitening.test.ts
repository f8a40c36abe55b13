/** The map that makes states uncorrelated. */
import { whitening } from '../../src/dynarule/whitening.ts';

it('is the inverse of the Cholesky factor, turned round', () => {
  // [[4, 2], [2, 5]] = L Lᵀ with L = [[2, 0], [1, 2]]; L⁻¹ = [[1/2, 0], [-1/4, 1/2]].
  expect(Array.from(whitening(Float64Array.of(4, 2, 2, 5), 0))).toBeAllclose([0.5, -0.25, 0, 0.5]);
});

it('raises the diagonal by a share of its mean', () => {
  // Mean 2.5 of the diagonal, a fifth of it on both: [[4.5, 0], [0, 1.5]].
  expect(Array.from(whitening(Float64Array.of(4, 0, 0, 1), 0.2))).toBeAllclose([1 / Math.sqrt(4.5), 0, 0, 1 / Math.sqrt(1.5)]);
});

it('takes states that leave a direction out', () => {
  // Rank 1; the ridge, 0.5 of the mean 1, makes it [[1.5, 1], [1, 1.5]]: Wᵀ M W is the identity.
  const [a, b, c, d] = whitening(Float64Array.of(1, 1, 1, 1), 0.5) as unknown as [number, number, number, number];
  const product = (p: number, q: number, r: number, s: number): number => 1.5 * p * r + p * s + q * r + 1.5 * q * s;
  expect([product(a, c, a, c), product(a, c, b, d), product(b, d, b, d)]).toBeAllclose([1, 0, 1]);
});
