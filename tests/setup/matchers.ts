/**
 * `expect(actual).toBeAllclose(expected, { rtol, atol })`: every element obeys
 * |actual − expected| ≤ atol + rtol·|expected|, as NumPy's allclose has it.
 * Both sides may be a tensor, a typed array, a number or nested arrays of numbers.
 */
export interface Tolerance {
  readonly rtol?: number;
  readonly atol?: number;
}

/** Anything with a shape and readable data; a tensor of TensorFlow.js is one. */
interface TensorLike {
  readonly shape: readonly number[];
  dataSync(): ArrayLike<number>;
}

export type Numeric = number | TensorLike | ArrayLike<number> | readonly Numeric[];

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way @types/jest is extended
  namespace jest {
    interface Matchers<R> {
      toBeAllclose(expected: Numeric, tolerance?: Tolerance): R;
    }
  }
}

interface Mismatch {
  readonly index: number;
  readonly actual: number;
  readonly expected: number;
}

function isTensorLike(value: object): value is TensorLike {
  return 'dataSync' in value && 'shape' in value;
}

function flatten(value: Numeric): number[] {
  if (typeof value === 'number') return [value];
  if (isTensorLike(value)) return Array.from(value.dataSync());
  return Array.from(value as ArrayLike<Numeric>).flatMap(flatten);
}

function isClose(actual: number, expected: number, rtol: number, atol: number): boolean {
  if (!Number.isFinite(expected)) return Object.is(actual, expected);
  return Math.abs(actual - expected) <= atol + rtol * Math.abs(expected);
}

function shapeFault(actual: Numeric, expected: Numeric): string | null {
  if (typeof actual === 'number' || typeof expected === 'number') return null;
  if (!isTensorLike(actual) || !isTensorLike(expected)) return null;
  const [a, e] = [actual.shape.join(', '), expected.shape.join(', ')];
  return a === e ? null : `expected shape [${e}], got [${a}]`;
}

function mismatches(actual: readonly number[], expected: readonly number[], { rtol = 1e-5, atol = 1e-6 }: Tolerance): Mismatch[] {
  return expected
    .map((value, index) => ({ index, actual: actual[index] ?? Number.NaN, expected: value }))
    .filter((pair) => !isClose(pair.actual, pair.expected, rtol, atol));
}

function report(found: readonly Mismatch[], size: number, tolerance: Tolerance): string {
  const gap = (pair: Mismatch): number => Math.abs(pair.actual - pair.expected);
  const worst = found.reduce((a, b) => (gap(b) > gap(a) || Number.isNaN(gap(b)) ? b : a));
  const { rtol = 1e-5, atol = 1e-6 } = tolerance;
  return (
    `${found.length} of ${size} elements differ (rtol ${rtol}, atol ${atol}); ` +
    `worst at flat index ${worst.index}: expected ${worst.expected}, got ${worst.actual}`
  );
}

function toBeAllclose(actual: Numeric, expected: Numeric, tolerance: Tolerance = {}): jest.CustomMatcherResult {
  const fault = shapeFault(actual, expected);
  if (fault !== null) return { pass: false, message: () => fault };
  const [a, e] = [flatten(actual), flatten(expected)];
  if (a.length !== e.length) return { pass: false, message: () => `expected ${e.length} elements, got ${a.length}` };
  const found = mismatches(a, e, tolerance);
  if (found.length > 0) return { pass: false, message: () => report(found, e.length, tolerance) };
  return { pass: true, message: () => `all ${e.length} elements are close, and should not be` };
}

expect.extend({ toBeAllclose });
