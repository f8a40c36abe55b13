/** Cohen's κ: agreement of two raters beyond chance, plain or weighted by the distance of ordered categories. */

export type KappaWeights = 'none' | 'linear' | 'quadratic';

/**
 * κ = 1 − Σ w·O / Σ w·E over pairs of categories, with O the observed and E the expected counts and w the
 * weight of a disagreement. Categories are ordered by value and stand one apart, whatever their values.
 * Not a number where both raters know a single category.
 *
 * @throws RangeError for lists of different lengths or without items
 */
export function cohenKappa(a: readonly number[], b: readonly number[], weights: KappaWeights = 'none'): number {
  if (a.length !== b.length || a.length === 0) throw new RangeError('cohenKappa needs two lists of the same length with items');
  const categories = [...new Set([...a, ...b])].sort((x, y) => x - y);
  const position = new Map(categories.map((category, i) => [category, i]));
  const counts = (list: readonly number[]): number[] => categories.map((category) => list.filter((item) => item === category).length);
  const [countsA, countsB] = [counts(a), counts(b)];
  let [observed, expected] = [0, 0];
  a.forEach((category, i) => (observed += weightOf(position.get(category)!, position.get(b[i]!)!, weights)));
  countsA.forEach((x, i) => countsB.forEach((y, j) => (expected += (weightOf(i, j, weights) * x * y) / a.length)));
  return 1 - observed / expected;
}

function weightOf(i: number, j: number, weights: KappaWeights): number {
  if (weights === 'none') return i === j ? 0 : 1;
  return weights === 'linear' ? Math.abs(i - j) : (i - j) ** 2;
}
