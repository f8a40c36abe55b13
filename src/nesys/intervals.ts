/** Percentile bootstrap over questions: intervals of accuracies and of their differences, in points. */
import { formatPoints, formatSignedPoints } from '../evaluation/table.ts';
import { bootstrapInterval, type Interval } from '../statistics/bootstrap.ts';
import { mean } from '../statistics/spread.ts';

/** Resamples of an interval. */
export interface IntervalOptions {
  readonly resamples: number;
  readonly seed: number;
}

const LEVEL = 0.95;

/** @param name of the figure; the same name and seed give the same interval */
export function accuracyInterval(rights: readonly boolean[], name: string, options: IntervalOptions): Interval {
  return intervalOf(rights.map((right) => (right ? 100 : 0)), name, options);
}

/** `42.6–49.7`; a dash where nothing was answered. */
export function accuracyRange(rights: readonly boolean[] | null, name: string, options: IntervalOptions): string {
  if (rights === null || rights.length === 0) return '–';
  const { low, high } = accuracyInterval(rights, name, options);
  return `${formatPoints(low)}–${formatPoints(high)}`;
}

/** How far one is above another. */
export interface Gain extends Interval {
  readonly points: number;
}

/** Question by question: both answers to one stay together. */
export function gainOf(rights: readonly boolean[], others: readonly boolean[], name: string, options: IntervalOptions): Gain {
  const gains = rights.map((right, i) => 100 * (Number(right) - Number(others[i])));
  return { points: mean(gains), ...intervalOf(gains, name, options) };
}

/** `+0.5 (−0.4 to +1.5)` */
export function gainText({ points, low, high }: Gain): string {
  return `${formatSignedPoints(points)} (${signedRange({ low, high })})`;
}

/** `−0.4 to +1.5` */
export function signedRange({ low, high }: Interval): string {
  return `${formatSignedPoints(low)} to ${formatSignedPoints(high)}`;
}

function intervalOf(points: readonly number[], name: string, { resamples, seed }: IntervalOptions): Interval {
  return bootstrapInterval(points, mean, { resamples, level: LEVEL, stream: `nesys/${seed}/${name}` });
}
