/**
 * When a piece of work takes too long: by the clock and by what this process has had of the processor meanwhile. A rule
 * is not slow because the machine has other work.
 */

export interface Times {
  readonly clockMs: number;
  /** Of all threads of this process together. */
  readonly processorMs: number;
}

/** What computes nothing, and so takes no time of the processor, is late after this many times the limit. */
const PATIENCE = 10;

export function timesNow(): Times {
  const { user, system } = process.cpuUsage();
  return { clockMs: performance.now(), processorMs: (user + system) / 1000 };
}

/** Whether work that began at `since` is late `now`. */
export function isLate(since: Times, now: Times, limitMs: number): boolean {
  const [waited, computed] = [now.clockMs - since.clockMs, now.processorMs - since.processorMs];
  return waited > limitMs && (computed > limitMs || waited > PATIENCE * limitMs);
}
