import { signTest } from '../../../src/evaluation/comparison/sign-test.ts';

it.each([
  // 2·1/2⁵
  [5, 0, 0.0625],
  // 2·(1 + 10 + 45)/2¹⁰
  [8, 2, 0.109375],
  [2, 8, 0.109375],
  // 2·(1 + 6 + 15 + 20)/2⁶ is more than 1.
  [3, 3, 1],
  [0, 0, 1],
  // 2·Σ C(n, k)/2ⁿ, k up to the smaller, in Python's integers; 2⁻²⁴⁰⁰ is no double.
  [700, 600, 0.0060157939],
  [1300, 1100, 0.0000481846],
] as const)('%d wins against %d losses: %d', (wins, losses, p) => {
  expect(signTest(wins, losses)).toBeCloseTo(p, 7);
});
