/** Quantiles of Student's t distribution, computed from the regularised incomplete beta function. */

/** Lanczos coefficients (g = 7, n = 9) of the log-gamma function. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** ln Γ(x) for x ≥ 0.5, which is all that degrees of freedom ≥ 1 ask for. */
function logGamma(x: number): number {
  const shifted = x - 1;
  const base = shifted + 7.5;
  const series = LANCZOS.reduce<number>((sum, c, i) => (i === 0 ? c : sum + c / (shifted + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

/** Continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const guard = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let factor = 1;
    for (const numerator of [even, odd]) {
      d = 1 / guard(1 + numerator * d);
      c = guard(1 + numerator / c);
      factor *= d * c;
    }
    result *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return result;
}

/** Regularised incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x);
  const front = Math.exp(logFront);
  // The fraction converges fast on one side of the mean; the symmetry serves the other.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** P(T ≤ t) for Student's t with `degrees` ≥ 1 degrees of freedom. */
export function tCumulative(t: number, degrees: number): number {
  const tail = 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
  return t >= 0 ? 1 - tail : tail;
}

/** The t with P(T ≤ t) = probability, for probability in [0.5, 1), by bisection to 1e-12. */
export function tQuantile(probability: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (tCumulative(high, degrees) < probability) high *= 2;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (tCumulative(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
