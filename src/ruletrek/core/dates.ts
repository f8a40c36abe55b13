/**
 * Calendar dates as "2025-04-15" and times as "2025-04-15T09:30:00Z", text in UTC: they compare as text, and no time zone
 * of the machine touches them.
 */

/** Day number since 1970-01-01. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

export function dateOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** The same day `years` later; 29 February becomes 28 February where the year has none. */
export function addYears(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const rest = date.slice(4) === '-02-29' && !leap ? '-02-28' : date.slice(4);
  return `${year.toString().padStart(4, '0')}${rest}`;
}

/** Completed years on a day. */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) >= born.slice(5) ? years : years - 1;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

export function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text)) && timeOfSeconds(secondsOf(text)) === text;
}

/** Seconds since 1970 of a time. */
export function secondsOf(time: string): bigint {
  return BigInt(Date.parse(time)) / 1000n;
}

export function timeOfSeconds(seconds: bigint): string {
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}

/** The time that lies so many minutes after another. */
export function addMinutes(time: string, minutes: bigint): string {
  return timeOfSeconds(secondsOf(time) + minutes * 60n);
}
