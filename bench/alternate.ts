/** Two programs measured in turn, so that whatever else the machine does meets both alike. */

/** Runs so many steps and returns the seconds they took. */
export type Timed = (steps: number) => number | Promise<number>;

export interface AlternatingOptions {
  readonly ours: Timed;
  readonly peer: Timed;
  /** Untimed steps of each before the first round. */
  readonly warmUp: number;
  readonly rounds: number;
  /** Steps of each side in a round. */
  readonly steps: number;
}

/** Medians over the rounds. */
export interface Comparison {
  /** Seconds a step. */
  readonly ours: number;
  /** Seconds a step. */
  readonly peer: number;
  /** Median of peer seconds / our seconds: above 1 where ours is faster. */
  readonly speed: number;
}

export async function alternate(options: AlternatingOptions): Promise<Comparison> {
  const { ours, peer, warmUp, rounds, steps } = options;
  await ours(warmUp);
  await peer(warmUp);
  const pairs: { own: number; other: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = (await ours(steps)) / steps;
    pairs.push({ own, other: (await peer(steps)) / steps });
  }
  return {
    ours: median(pairs.map(({ own }) => own)),
    peer: median(pairs.map(({ other }) => other)),
    speed: median(pairs.map(({ own, other }) => other / own)),
  };
}

/** Mean of the two middle values where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('a median needs at least one value');
  return (low + high) / 2;
}
