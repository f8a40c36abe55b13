/** Correlation of rankings with ties: Spearman's ρ and Kendall's τ-b. */
import { mean } from './spread.ts';

/**
 * Spearman's ρ: Pearson's correlation of average ranks. Not a number where a list is constant.
 * @throws RangeError for lists of different lengths or with fewer than two items
 */
export function spearman(x: readonly number[], y: readonly number[]): number {
  checkPair(x, y);
  return pearson(averageRanks(x), averageRanks(y));
}

/** Kendall's τ-b: (concordant − discordant pairs) / √(pairs untied in x · pairs untied in y); the same errors. */
export function kendallTauB(x: readonly number[], y: readonly number[]): number {
  checkPair(x, y);
  let [score, untiedX, untiedY] = [0, 0, 0];
  for (let i = 0; i < x.length; i += 1) {
    for (let j = i + 1; j < x.length; j += 1) {
      const [dx, dy] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
      score += dx * dy;
      untiedX += dx * dx;
      untiedY += dy * dy;
    }
  }
  return score / Math.sqrt(untiedX * untiedY);
}

/** Ranks from 1; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const ranks = new Map<number, number>();
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    ranks.set(sorted[start]!, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => ranks.get(value)!);
}

function pearson(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  let [product, squaresX, squaresY] = [0, 0, 0];
  x.forEach((value, i) => {
    const [dx, dy] = [value - meanX, y[i]! - meanY];
    product += dx * dy;
    squaresX += dx * dx;
    squaresY += dy * dy;
  });
  return product / Math.sqrt(squaresX * squaresY);
}

function checkPair(x: readonly number[], y: readonly number[]): void {
  if (x.length !== y.length || x.length < 2) throw new RangeError('a rank correlation needs two lists of the same length, two items at least');
}
