/** Calendar dates as "2025-04-15" text in UTC: they compare as text, and no time zone of the machine touches them. */

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
