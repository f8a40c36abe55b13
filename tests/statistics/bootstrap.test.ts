import { bootstrapInterval, quantile } from '../../src/statistics/bootstrap.ts';
import { mean } from '../../src/statistics/spread.ts';

const options = { resamples: 2000, level: 0.95, stream: 'test' };

describe('bootstrapInterval', () => {
  it('has no width where all values are alike, or there is one', () => {
    expect(bootstrapInterval([3, 3, 3], mean, options)).toEqual({ low: 3, high: 3 });
    expect(bootstrapInterval([7], mean, options)).toEqual({ low: 7, high: 7 });
  });

  it('takes the ends from the resampled figures', () => {
    // The mean of two draws from {0, 1} is 0, ½, 1 with probability ¼, ½, ¼: 2.5 % and 97.5 % lie in the outer
    // quarters, 30 % and 70 % in the half between.
    expect(bootstrapInterval([0, 1], mean, options)).toEqual({ low: 0, high: 1 });
    expect(bootstrapInterval([0, 1], mean, { ...options, level: 0.4 })).toEqual({ low: 0.5, high: 0.5 });
  });

  it('is about as wide as the normal interval of a proportion', () => {
    // 300 of 400 right: ±1.96·√(.75·.25/400) = ±.0424.
    const rights = Array.from({ length: 400 }, (_, i) => (i < 300 ? 1 : 0));
    const { low, high } = bootstrapInterval(rights, mean, options);
    expect(low).toBeGreaterThan(0.75 - 0.0424 - 0.008);
    expect(low).toBeLessThan(0.75 - 0.0424 + 0.008);
    expect(high).toBeGreaterThan(0.75 + 0.0424 - 0.008);
    expect(high).toBeLessThan(0.75 + 0.0424 + 0.008);
  });

  it('keeps pairs together', () => {
    // Every pair differs by exactly 2, however large its members are.
    const pairs = [[1, 3], [10, 12], [-5, -3]] as const;
    const difference = (sample: readonly (readonly [number, number])[]): number => mean(sample.map(([a, b]) => b - a));
    expect(bootstrapInterval(pairs, difference, options)).toEqual({ low: 2, high: 2 });
  });

  it('is decided by its stream, and by nothing drawn before', () => {
    const values = Array.from({ length: 50 }, (_, i) => (i * 37) % 11);
    const first = bootstrapInterval(values, mean, options);
    expect(bootstrapInterval(values, mean, options)).toEqual(first);
    expect(bootstrapInterval(values, mean, { ...options, stream: 'other' })).not.toEqual(first);
  });

  it('needs a value', () => {
    expect(() => bootstrapInterval([], mean, options)).toThrow('at least one value');
  });
});

it('quantile interpolates between sorted values', () => {
  // Four values span three gaps: .5 lies at 1.5, between 2 and 10; 1/3 lies on the second value.
  expect(quantile([1, 2, 10, 20], 0.5)).toBe(6);
  expect(quantile([1, 2, 10, 20], 1 / 3)).toBeCloseTo(2, 12);
  expect(quantile([1, 2, 10, 20], 0)).toBe(1);
  expect(quantile([1, 2, 10, 20], 1)).toBe(20);
});
