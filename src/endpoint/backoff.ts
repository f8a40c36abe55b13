/** How long to wait before another attempt: exponentially longer with jitter, and never shorter than the server asks. */

/** Milliseconds before the second attempt, on average three quarters of it; each further one waits twice as long. */
const FIRST_WAIT = 1000;
const LONGEST_BACKOFF = 30_000;

/**
 * Milliseconds to wait after a failed attempt.
 *
 * @param attempt the one that failed, from 0
 * @param retryAfter milliseconds that the server asks for, or null
 * @param random a uniform draw from [0, 1)
 */
export function waitBefore(attempt: number, retryAfter: number | null, random: number): number {
  const backoff = Math.min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** attempt);
  return Math.max(retryAfter ?? 0, backoff * (0.5 + 0.5 * random));
}

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; null for none, or for one that is neither. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
