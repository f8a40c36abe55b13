/**
 * The keys and values of the tokens decoded so far. New tokens go to a short
 * tail, which is merged into the block only now and then: growing one large
 * tensor at each token would copy the whole cache each time.
 */
import { tf, type Tensor, type Tensor4D } from '../backend/tf.ts';
import type { KvSegment } from './attention.ts';

/** Tokens in the tail before it is merged. */
const TAIL_LENGTH = 32;

interface LayerCache {
  readonly block: KvSegment | null;
  readonly tail: KvSegment | null;
}

/** Owns its tensors: `extend`, `keepRows` and `dispose` free what they replace. */
export interface KvCache {
  /** Tokens held, padding included. */
  readonly length: number;
  /** How many of the first of them the whole batch shares. */
  readonly sharedLength: number;
  /** Segments of every layer, oldest first. */
  segments(): readonly (readonly KvSegment[])[];
  /** Adds the segments of new tokens, one a layer, and takes them over. */
  extend(segments: readonly KvSegment[]): void;
  /** Keeps these rows of the batch, in this order. */
  keepRows(rows: readonly number[]): void;
  dispose(): void;
}

/** @param shared segments of tokens that the whole batch shares, one a layer, taken over; they stand once and stay */
export function createKvCache(layers: number, shared: readonly KvSegment[] = []): KvCache {
  let caches: readonly LayerCache[] = Array.from({ length: layers }, () => ({ block: null, tail: null }));
  const sharedLength = tokensOf(shared);
  let length = sharedLength;
  return {
    sharedLength,
    get length() {
      return length;
    },
    segments: () => caches.map((cache, layer) => [...shared.slice(layer, layer + 1), ...segmentsOf(cache)]),
    extend: (segments) => {
      length += tokensOf(segments);
      caches = caches.map((cache, layer) => extended(cache, segments[layer] as KvSegment));
    },
    keepRows: (rows) => {
      caches = caches.map((cache) => ({ block: kept(cache.block, rows), tail: kept(cache.tail, rows) }));
    },
    dispose: () => tf.dispose([...shared, ...caches.flatMap(segmentsOf)].flatMap(tensorsOf)),
  };
}

/** Tokens of one segment a layer. */
function tokensOf(segments: readonly KvSegment[]): number {
  return segments[0]?.keys.shape[2] ?? 0;
}

function segmentsOf(cache: LayerCache): KvSegment[] {
  return [cache.block, cache.tail].filter((segment) => segment !== null);
}

function tensorsOf(segment: KvSegment): Tensor[] {
  return [segment.keys, segment.values];
}

function extended(cache: LayerCache, added: KvSegment): LayerCache {
  const tail = joined(cache.tail, added);
  if (tail.keys.shape[2] < TAIL_LENGTH) return { block: cache.block, tail };
  return { block: joined(cache.block, tail), tail: null };
}

/** The first segment with the second after it; frees both. */
function joined(first: KvSegment | null, second: KvSegment): KvSegment {
  if (first === null) return second;
  const keys = tf.concat4d([first.keys, second.keys], 2);
  const values = tf.concat4d([first.values, second.values], 2);
  tf.dispose([...tensorsOf(first), ...tensorsOf(second)]);
  return { keys, values };
}

function kept(segment: KvSegment | null, rows: readonly number[]): KvSegment | null {
  if (segment === null) return null;
  const chosen = tf.tidy(() => {
    const index = tf.tensor1d([...rows], 'int32');
    return { keys: tf.gather(segment.keys, index) as Tensor4D, values: tf.gather(segment.values, index) as Tensor4D };
  });
  tf.dispose(tensorsOf(segment));
  return chosen;
}
