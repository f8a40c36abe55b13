/** Two programs measured in turn, so that whatever else the machine does meets both alike. */

/** Runs so many steps and returns the seconds they took. */
export type Timed = (steps: number) => number | Promise<number>;

export interface AlternatingOptions {
  readonly ours: Timed;
  /** Null where there is none. */
  readonly peer: Timed | null;
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
  /** Seconds a step; null without a peer. */
  readonly peer: number | null;
  /** Median of peer seconds / our seconds: above 1 where ours is faster; null without a peer. */
  readonly speed: number | null;
}

export async function alternate(options: AlternatingOptions): Promise<Comparison> {
  const { ours, peer, warmUp, rounds, steps } = options;
  await ours(warmUp);
  await peer?.(warmUp);
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push((await ours(steps)) / steps);
    if (peer !== null) other.push((await peer(steps)) / steps);
  }
  const ratios = other.map((seconds, round) => seconds / (own[round] as number));
  return { ours: median(own), peer: peer === null ? null : median(other), speed: peer === null ? null : median(ratios) };
}

/** Mean of the two middle values where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('a median needs at least one value');
  return (low + high) / 2;
}
