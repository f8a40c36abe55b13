/** What a measurement prints: one JSON line a work, and a complaint where a limit is missed. */

export interface WorkResult {
  readonly name: string;
  /** Our measurement, in `unit`. */
  readonly ours: number;
  /** What ours is compared with: another program's measurement, our own before, or a limit. */
  readonly peer: number;
  /** ours / peer; for alternating rounds the median of the rounds' ratios. */
  readonly ratio: number;
  readonly unit: string;
}

/** Bounds of an acceptable ratio. */
export interface RatioLimit {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A line for the reader where the ratio is out of bounds, else null. */
export function complaint(result: WorkResult, limit: RatioLimit): string | null {
  const { name, ratio } = result;
  if (limit.atLeast !== undefined && !(ratio >= limit.atLeast)) return `${name}: ratio ${ratio} is below ${limit.atLeast}`;
  if (limit.atMost !== undefined && !(ratio <= limit.atMost)) return `${name}: ratio ${ratio} is above ${limit.atMost}`;
  return null;
}

/** The JSON line, numbers to four significant digits. */
export function resultLine({ name, ours, peer, ratio, unit }: WorkResult): string {
  return JSON.stringify({ name, ours: rounded(ours), peer: rounded(peer), ratio: rounded(ratio), unit });
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
