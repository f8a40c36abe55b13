/**
 * Seeded randomness. A stream is named by a string, so that what a stream
 * draws never depends on how work is split between workers.
 */
import seedrandom from 'seedrandom';

/** Uniform draws from one named stream. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [low, high], both ends included. */
  integer(low: number, high: number): number;
  /** One item of a non-empty list. */
  pick<T>(items: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A shuffled copy (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** Opens the stream with this name; the same name gives the same draws. */
export function randomStream(seed: string): Random {
  const next = seedrandom(seed);
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('pick needs a non-empty list');
      return item;
    },
    chance: (probability) => next() < probability,
    shuffle: (items) => shuffled(items, integer),
  };
}

function shuffled<T>(items: readonly T[], integer: (low: number, high: number) => number): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = integer(0, last);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
