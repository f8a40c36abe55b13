/** What a measurement prints: one JSON line a work, and a complaint where a limit is missed. */
import type { Comparison } from './alternate.ts';

export interface WorkResult {
  readonly name: string;
  /** Our measurement, in `unit`. */
  readonly ours: number;
  /** What ours is compared with: another program's measurement, our own before, or a limit; null where it is missing. */
  readonly peer: number | null;
  /** ours / peer; for alternating rounds the median of the rounds' ratios. Null without a peer. */
  readonly ratio: number | null;
  readonly unit: string;
}

/** Bounds of an acceptable ratio. */
export interface RatioLimit {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The result of alternating rounds, in units a second. @param units of a step */
export function rate(name: string, { ours, peer, speed }: Comparison, units: number, unit: string): WorkResult {
  return { name, ours: units / ours, peer: peer === null ? null : units / peer, ratio: speed, unit };
}

/** A measurement beside what it may be, or was. */
export function against(name: string, ours: number, peer: number, unit: string): WorkResult {
  return { name, ours, peer, ratio: ours / peer, unit };
}

/** A line for the reader where the ratio is out of bounds, else null; a work without a peer has none. */
export function complaint(result: WorkResult, limit: RatioLimit): string | null {
  const { name, ratio } = result;
  if (ratio === null) return null;
  if (limit.atLeast !== undefined && !(ratio >= limit.atLeast)) return `${name}: ratio ${ratio} is below ${limit.atLeast}`;
  if (limit.atMost !== undefined && !(ratio <= limit.atMost)) return `${name}: ratio ${ratio} is above ${limit.atMost}`;
  return null;
}

/** The JSON line, numbers to four significant digits. */
export function resultLine({ name, ours, peer, ratio, unit }: WorkResult): string {
  return JSON.stringify({ name, ours: rounded(ours), peer: rounded(peer), ratio: rounded(ratio), unit });
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}
