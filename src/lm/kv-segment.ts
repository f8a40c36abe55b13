/** Keys and values of runs of tokens: what attention reads, and what a cache holds. */
import { tf, type Tensor, type Tensor4D } from '../backend/tf.ts';

/** Keys and values of a run of tokens; keys already carry their positions. B is 1 for tokens that the whole batch shares. */
export interface KvSegment {
  /** [B, KV, T, headDim] */
  readonly keys: Tensor4D;
  /** [B, KV, T, headDim] */
  readonly values: Tensor4D;
}

/** What a layer has seen before the new tokens. */
export interface KvPast {
  /** Long runs of tokens, oldest first; they stay as they are. */
  readonly held: readonly KvSegment[];
  /** The latest tokens, to which the new ones are joined; null where there are none. */
  readonly tail: KvSegment | null;
}

/** The first run with the second after it; both stay. */
export function joinSegments(first: KvSegment, second: KvSegment): KvSegment {
  return { keys: tf.concat4d([first.keys, second.keys], 2), values: tf.concat4d([first.values, second.values], 2) };
}

/** T */
export function segmentLength(segment: KvSegment | null): number {
  return segment?.keys.shape[2] ?? 0;
}

export function segmentTensors(segment: KvSegment | null): Tensor[] {
  return segment === null ? [] : [segment.keys, segment.values];
}
