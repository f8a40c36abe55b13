/** Percentile bootstrap: an interval for any figure, from the spread of that figure over resamples of its values. */
import { randomStream } from '../random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** Samples drawn with replacement, each as large as the original. */
  readonly resamples: number;
  /** Share of the resampled figures between the ends, such as .95. */
  readonly level: number;
  /** Name of the random stream; the same name gives the same interval. */
  readonly stream: string;
}

/**
 * The interval of `statistic` over resamples of a non-empty list. Values that belong
 * together (both sides of a pair, all questions of a cluster) must be one value.
 * The list that `statistic` gets is used again for the next resample.
 */
export function bootstrapInterval<T>(
  values: readonly T[],
  statistic: (sample: readonly T[]) => number,
  { resamples, level, stream }: BootstrapOptions,
): Interval {
  if (values.length === 0) throw new RangeError('bootstrapInterval needs at least one value');
  const random = randomStream(stream);
  const sample = [...values];
  const figures = Array.from({ length: resamples }, () => {
    for (let i = 0; i < sample.length; i += 1) sample[i] = random.pick(values);
    return statistic(sample);
  }).sort((a, b) => a - b);
  const tail = (1 - level) / 2;
  return { low: quantile(figures, tail), high: quantile(figures, 1 - tail) };
}

/** Quantile of a sorted, non-empty list; between two values, by linear interpolation. */
export function quantile(sorted: readonly number[], probability: number): number {
  const position = probability * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[below + 1] ?? low;
  return low + (position - below) * (high - low);
}
