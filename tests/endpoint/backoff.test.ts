import { retryAfter, waitBefore } from '../../src/endpoint/backoff.ts';

describe('waitBefore', () => {
  it('doubles from a second up to half a minute, with jitter over the upper half', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBefore(attempt, null, 0))).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(waitBefore(2, null, 0.5)).toBe(3000);
  });

  it('is never shorter than the server asks', () => {
    expect(waitBefore(0, 5000, 0)).toBe(5000);
    expect(waitBefore(4, 5000, 0)).toBe(8000);
  });
});

describe('retryAfter', () => {
  const now = Date.UTC(2026, 10, 30, 12, 0, 0);
  it.each([
    [null, null],
    ['12', 12_000],
    ['Mon, 30 Nov 2026 12:00:30 GMT', 30_000],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('%s is %s ms', (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});
