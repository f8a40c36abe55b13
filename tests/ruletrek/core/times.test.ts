/** Times in UTC: arithmetic over midnight and leap days, and answers in other zones. */
import { addMinutes, isTime, secondsOf, timeOfSeconds } from '../../../src/ruletrek/core/dates.ts';
import { readValue, sameValue } from '../../../src/ruletrek/core/values.ts';

it('minutes go over midnight, leap day and year', () => {
  expect(addMinutes('2024-02-28T23:59:30Z', 1n)).toBe('2024-02-29T00:00:30Z');
  expect(addMinutes('2026-01-01T00:00:00Z', -1n)).toBe('2025-12-31T23:59:00Z');
  // 1 January 1970 and a day of 86,400 seconds.
  expect([secondsOf('1970-01-02T00:00:01Z'), timeOfSeconds(86_401n)]).toEqual([86_401n, '1970-01-02T00:00:01Z']);
});

it('only whole times in UTC are values', () => {
  expect(['2026-02-30T10:00:00Z', '2026-02-03T10:00:00+01:00', '2026-02-03T25:00:00Z'].map(isTime)).toEqual([false, false, false]);
  expect(readValue('time', ' 2026-02-03T14:05:00Z ')).toBe('2026-02-03T14:05:00Z');
  expect(readValue('time', '2026-02-03')).toBeNull();
});

it('an answer may name another zone, and must name one', () => {
  const same = (got: string): boolean => sameValue('time', '2026-02-03T14:05:00Z', got);
  expect(['2026-02-03T14:05Z', '2026-02-03T15:05:00+01:00', '2026-02-03T14:05:00.000Z'].map(same)).toEqual([true, true, true]);
  expect(['2026-02-03T14:05:00', '2026-02-03T14:05:01Z', '2026-02-03', 'soon'].map(same)).toEqual([false, false, false, false]);
});
