import { existsSync, readFileSync } from 'node:fs';
import { cohenKappa } from '../../src/statistics/kappa.ts';

const FIXTURE = '../shared/ruletrek/fixtures/stat_fixture.json';

describe("Cohen's κ", () => {
  // 10 items; agreement .7; chance .5·.6 + .5·.4 = .5; κ = (.7 − .5)/(1 − .5) = .4.
  const a = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
  const b = [1, 1, 1, 1, 0, 1, 1, 0, 0, 0];

  it('is agreement beyond chance', () => {
    expect(cohenKappa(a, b)).toBeCloseTo(0.4, 12);
  });

  it('has the same value under every weight for two categories, and 1 for a rater and itself', () => {
    expect(cohenKappa(a, b, 'quadratic')).toBeCloseTo(0.4, 12);
    expect(cohenKappa([1, 2, 3], [1, 2, 3], 'linear')).toBe(1);
  });

  it('weighs disagreements by distance', () => {
    // a = 1 2 3, b = 1 3 2. Linear: observed 1 + 1 = 2; expected Σ|i − j|·1·1/3 = (4·1 + 2·2)/3 = 8/3; κ = 1/4.
    expect(cohenKappa([1, 2, 3], [1, 3, 2], 'linear')).toBeCloseTo(0.25, 12);
    // Quadratic: observed 2; expected (4·1 + 2·4)/3 = 4; κ = 1/2.
    expect(cohenKappa([1, 2, 3], [1, 3, 2], 'quadratic')).toBeCloseTo(0.5, 12);
  });

  it('refuses lists that are no pairs', () => {
    expect(() => cohenKappa([1], [1, 2])).toThrow('same length');
    expect(() => cohenKappa([], [])).toThrow(RangeError);
  });

  it('agrees with scikit-learn where the fixture is there', () => {
    if (!existsSync(FIXTURE)) return expect(existsSync(FIXTURE)).toBe(false);
    const { kappa } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { kappa: { a: number[]; b: number[]; unweighted: number; linear: number; quadratic: number }[] };
    for (const { a: left, b: right, unweighted, linear, quadratic } of kappa) {
      expect(Math.abs(cohenKappa(left, right) - unweighted)).toBeLessThan(1e-12);
      expect(Math.abs(cohenKappa(left, right, 'linear') - linear)).toBeLessThan(1e-12);
      expect(Math.abs(cohenKappa(left, right, 'quadratic') - quadratic)).toBeLessThan(1e-12);
    }
    expect(kappa.length).toBe(6);
  });
});
