/** Mean, sample deviation and t-based 95 % interval over seeds (paper, Tables 11 and 12). */
import { tQuantile } from './student-t.ts';

/** Spread of one figure over seeds; with a single seed there is no deviation. */
export interface Summary {
  readonly mean: number;
  /** Sample standard deviation (n − 1), or null for n = 1. */
  readonly std: number | null;
  /** Half the width of the 95 % interval: t(.975, n − 1)·std/√n, or null for n = 1. */
  readonly ci95: number | null;
}

/** Arithmetic mean of a non-empty list. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('mean needs at least one value');
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean, deviation and interval of a non-empty list. */
export function summarise(values: readonly number[]): Summary {
  const centre = mean(values);
  const n = values.length;
  if (n === 1) return { mean: centre, std: null, ci95: null };
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const std = Math.sqrt(squares / (n - 1));
  return { mean: centre, std, ci95: (tQuantile(0.975, n - 1) * std) / Math.sqrt(n) };
}

/** The mean, or null where a value is missing or there is none: a part is never passed off as the whole. */
export function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : mean(known);
}

/** Splits a list by a key; groups and their items keep the order in which they come. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
