import { groupBy, mean, meanOrNull, summarise } from '../../src/statistics/spread.ts';
import { tCumulative, tQuantile } from '../../src/statistics/student-t.ts';

describe('Student t', () => {
  // Published two-sided 95 % values (and one at 99 %); the first is tan(0.475·π).
  it.each([
    [0.975, 1, 12.7062047],
    [0.975, 2, 4.3026527],
    [0.975, 4, 2.7764451],
    [0.975, 9, 2.2621572],
    [0.975, 30, 2.0422725],
    [0.975, 1000, 1.9623391],
    [0.995, 4, 4.6040949],
  ])('quantile of %d with %d degrees of freedom is %d', (probability, degrees, expected) => {
    expect(tQuantile(probability, degrees)).toBeCloseTo(expected, 6);
  });

  it('has the closed forms of 1 and 2 degrees of freedom', () => {
    // df 1: 1/2 + atan(t)/π. df 2: 1/2 + t/(2·√(2 + t²)).
    for (const t of [-3, -0.5, 0, 0.2, 1, 7]) {
      expect(tCumulative(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12);
      expect(tCumulative(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12);
    }
  });
});

describe('summarise', () => {
  it('gives mean, sample deviation and t-based interval', () => {
    // Deviations from .5: −.2, −.1, 0, .1, .2; squares sum to .1; /4 = .025; √ = .1581139.
    // Interval: 2.7764451·.1581139/√5 = .1963243.
    const summary = summarise([0.3, 0.4, 0.5, 0.6, 0.7]);
    expect(summary.mean).toBeCloseTo(0.5, 12);
    expect(summary.std).toBeCloseTo(0.1581139, 6);
    expect(summary.ci95).toBeCloseTo(0.1963243, 6);
  });

  it('has the paper’s relation between its deviations and intervals', () => {
    // Table 11, DynaRule at 1,000 rules: deviation 3.0, interval 3.7. 3.0·2.7764/√5 = 3.72.
    // −3, −3, 0, 3, 3 around the mean: squares sum to 36, /4 = 9.
    const summary = summarise([47, 47, 50, 53, 53]);
    expect(summary.std).toBeCloseTo(3, 12);
    expect(summary.ci95?.toFixed(1)).toBe('3.7');
  });

  it('has no deviation for one seed, and none to give for no seed', () => {
    expect(summarise([0.4])).toEqual({ mean: 0.4, std: null, ci95: null });
    expect(() => summarise([])).toThrow('at least one value');
  });
});

it('mean and meanOrNull', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(meanOrNull([1, 2, 6])).toBe(3);
  expect(meanOrNull([1, null])).toBeNull();
  expect(meanOrNull([])).toBeNull();
});

it('groupBy keeps the order in which groups and items come', () => {
  expect(groupBy(['b1', 'a1', 'b2'], (item) => item.slice(0, 1))).toEqual([['b1', 'b2'], ['a1']]);
});
