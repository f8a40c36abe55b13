/** Solver B: the calendar of the office (regulation/time-limits.md, tables/holidays.csv), by Date in UTC. */
import type { Sheet } from './sheet.ts';

const DAY = 86_400_000;

function at(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function text(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function later(day: string, days: number): string {
  return text(new Date(at(day).getTime() + days * DAY));
}

export function distance(from: string, to: string): number {
  return (at(to).getTime() - at(from).getTime()) / DAY;
}

/** The office's clock: two hours ahead of UTC. */
export function inOffice(time: string | undefined): { day: string; minutes: number } | undefined {
  if (time === undefined) return undefined;
  const local = new Date(Date.parse(time) + 2 * 3_600_000);
  return { day: text(local), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

function works(sheet: Sheet, day: string): boolean {
  return ![0, 6].includes(at(day).getUTCDay()) && !sheet.isFree(day);
}

export function nextWorking(sheet: Sheet, day: string): string {
  let found = later(day, 1);
  while (!works(sheet, found)) found = later(found, 1);
  return found;
}

export function orNextWorking(sheet: Sheet, day: string): string {
  return works(sheet, day) ? day : nextWorking(sheet, day);
}

export function isWorking(sheet: Sheet, day: string): boolean {
  return works(sheet, day);
}

/** Forwards so many working days; backwards for a negative number. */
export function countWorking(sheet: Sheet, day: string, days: number): string {
  let [found, counted] = [day, 0];
  while (counted < Math.abs(days)) {
    found = later(found, Math.sign(days));
    if (works(sheet, found)) counted += 1;
  }
  return found;
}

/** So many months later; the last day of a month that is too short. */
export function monthsLater(day: string, months: number): string {
  const date = at(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, length));
  return text(date);
}

/** The same calendar day in another year; 28 February for a 29th that is not there. */
export function yearsLater(day: string, years: number): string {
  return monthsLater(day, 12 * years);
}
