import { existsSync, readFileSync } from 'node:fs';
import { averageRanks, kendallTauB, spearman } from '../../src/statistics/rank-correlation.ts';

const FIXTURE = '../shared/ruletrek/fixtures/stat_fixture.json';

it('equal values share a rank', () => {
  // 10 is first; the two 20s are second and third; 30 is fourth.
  expect(averageRanks([20, 10, 30, 20])).toEqual([2.5, 1, 4, 2.5]);
});

it('Spearman without ties is 1 − 6 Σd²/(n(n² − 1))', () => {
  // Ranks 1 2 3 4 and 2 1 4 3: Σd² = 4; 1 − 24/60 = .6.
  expect(spearman([1, 2, 3, 4], [20, 10, 40, 30])).toBeCloseTo(0.6, 12);
});

it('Kendall counts pairs and leaves ties out of the denominator', () => {
  // Six pairs of 4 items, all untied in x: 4 concordant, 2 discordant: 2/6.
  expect(kendallTauB([1, 2, 3, 4], [20, 10, 40, 30])).toBeCloseTo(1 / 3, 12);
  // x has one tied pair of three; the two others are concordant: 2/√(2·3).
  expect(kendallTauB([1, 1, 2], [1, 2, 3])).toBeCloseTo(2 / Math.sqrt(6), 12);
});

it('refuses single items and lists of different lengths', () => {
  expect(() => spearman([1], [1])).toThrow('two items');
  expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError);
});

it('agrees with scipy where the fixture is there', () => {
  if (!existsSync(FIXTURE)) return expect(existsSync(FIXTURE)).toBe(false);
  const fixture = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { spearman: { x: number[]; y: number[]; rho: number; tau_b: number }[] };
  for (const { x, y, rho, tau_b: tau } of fixture.spearman) {
    expect(Math.abs(spearman(x, y) - rho)).toBeLessThan(1e-12);
    expect(Math.abs(kendallTauB(x, y) - tau)).toBeLessThan(1e-12);
  }
  expect(fixture.spearman.length).toBe(5);
});
