/** Working days, months and the clock of the office. */
import { addMinutes, dateOfDay, dayNumber } from '../../core/dates.ts';
import { PROCUREMENT_NUMBERS } from './parameters.ts';

/** The office's clock is two hours ahead of UTC all the year. */
const OFFICE_MINUTES = 120n;
const HOLIDAYS: ReadonlySet<string> = new Set(PROCUREMENT_NUMBERS.holidays);

/** Day and hour ("16:30") of a time in the office. */
export function officeClock(time: string): { readonly day: string; readonly hour: string } {
  const local = addMinutes(time, OFFICE_MINUTES);
  return { day: local.slice(0, 10), hour: local.slice(11, 16) };
}

export function addDays(day: string, days: number): string {
  return dateOfDay(dayNumber(day) + days);
}

/** Calendar days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** 1970-01-01 was a Thursday: day numbers 2 and 3 modulo 7 are weekends. */
export function isWorkingDay(day: string): boolean {
  const weekday = ((dayNumber(day) % 7) + 7) % 7;
  return weekday !== 2 && weekday !== 3 && !HOLIDAYS.has(day);
}

/** The day itself where it is a working day, else the next one. */
export function workingDayFrom(day: string): string {
  return isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1));
}

/** So many working days after a day, or before it where `count` is negative. */
export function addWorkingDays(day: string, count: number): string {
  const step = count < 0 ? -1 : 1;
  let [at, left] = [day, Math.abs(count)];
  while (left > 0) {
    at = addDays(at, step);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** The same day so many months later, or the last day of that month where it has none. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`;
}
