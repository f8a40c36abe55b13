/** A figure's mean with the ends of its 95 % interval, cut to what a fraction can be. */
import type { Summary } from '../../statistics/spread.ts';

export interface Interval {
  readonly mean: number;
  /** Equal to the mean where there is no interval. */
  readonly low: number;
  readonly high: number;
}

export function fractionInterval({ mean, ci95 }: Pick<Summary, 'mean' | 'ci95'>): Interval {
  const half = ci95 ?? 0;
  return { mean: round(mean), low: round(Math.max(0, mean - half)), high: round(Math.min(1, mean + half)) };
}

/** The same of a figure that has no upper end. */
export function positiveInterval({ mean, ci95 }: Pick<Summary, 'mean' | 'ci95'>): Interval {
  const half = ci95 ?? 0;
  return { mean: round(mean), low: round(Math.max(0, mean - half)), high: round(mean + half) };
}

/** Six digits behind the point: what is further back is noise of the sum's order. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
