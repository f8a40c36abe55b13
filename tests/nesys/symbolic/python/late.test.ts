import { isLate, timesNow, type Times } from '../../../../src/nesys/symbolic/python/late.ts';

const START: Times = { clockMs: 500, processorMs: 70 };
const after = (clockMs: number, processorMs: number): Times => ({ clockMs: 500 + clockMs, processorMs: 70 + processorMs });

it.each([
  ['a loop on a quiet machine', after(2001, 2001), true],
  ['work that is not over the limit', after(1999, 1999), false],
  ['work on a machine that gave it a tenth', after(9000, 900), false],
  ['the same, when it has had its time', after(19_000, 2001), true],
  ['two threads that have had more than the clock', after(1500, 3000), false],
  ['what computes nothing, for ten times the limit', after(20_001, 0), true],
])('%s', (_, now, late) => {
  expect(isLate(START, now, 2000)).toBe(late);
});

it('both times go on while one computes', () => {
  const since = timesNow();
  let sum = 0;
  while (timesNow().clockMs < since.clockMs + 20) sum += Math.sqrt(sum + 1);
  const now = timesNow();
  expect(now.processorMs).toBeGreaterThan(since.processorMs);
  expect([isLate(since, now, 60_000), sum > 0]).toEqual([false, true]);
});
