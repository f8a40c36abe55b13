/**
 * The keys and values of the tokens decoded so far. New tokens go to a short
 * tail, which is merged into the block only now and then: growing one large
 * tensor at each token would copy the whole cache each time.
 */
import { tf, type Tensor4D } from '../backend/tf.ts';
import { joinSegments, segmentLength, segmentTensors, type KvPast, type KvSegment } from './kv-segment.ts';

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
  /** What each layer has seen; undefined where that is nothing. */
  past(): readonly KvPast[] | undefined;
  /** Takes over the tails with new tokens behind them, one a layer, as attention returns them. */
  extend(segments: readonly KvSegment[]): void;
  /** Keeps these rows of the batch, in this order. */
  keepRows(rows: readonly number[]): void;
  dispose(): void;
}

/** @param shared segments of tokens that the whole batch shares, one a layer, taken over; they stand once and stay */
export function createKvCache(layers: number, shared: readonly KvSegment[] = []): KvCache {
  let caches: readonly LayerCache[] = Array.from({ length: layers }, () => ({ block: null, tail: null }));
  const sharedLength = segmentLength(shared[0] ?? null);
  const length = (): number => sharedLength + segmentLength(caches[0]?.block ?? null) + segmentLength(caches[0]?.tail ?? null);
  return {
    sharedLength,
    get length() {
      return length();
    },
    past: () => (length() === 0 ? undefined : caches.map(({ block, tail }, layer) => ({ held: heldBy(shared[layer], block), tail }))),
    extend: (segments) => {
      caches = caches.map((cache, layer) => extended(cache, segments[layer] as KvSegment));
    },
    keepRows: (rows) => {
      caches = caches.map((cache) => ({ block: kept(cache.block, rows), tail: kept(cache.tail, rows) }));
    },
    dispose: () => tf.dispose([...shared, ...caches.flatMap(({ block, tail }) => [block, tail])].flatMap(segmentTensors)),
  };
}

function heldBy(shared: KvSegment | undefined, block: KvSegment | null): KvSegment[] {
  return [shared ?? null, block].filter((segment) => segment !== null);
}

/** @param tail the cache's own with new tokens behind it */
function extended(cache: LayerCache, tail: KvSegment): LayerCache {
  tf.dispose(segmentTensors(cache.tail));
  if (segmentLength(tail) < TAIL_LENGTH) return { block: cache.block, tail };
  if (cache.block === null) return { block: tail, tail: null };
  const block = joinSegments(cache.block, tail);
  tf.dispose([...segmentTensors(cache.block), ...segmentTensors(tail)]);
  return { block, tail: null };
}

function kept(segment: KvSegment | null, rows: readonly number[]): KvSegment | null {
  if (segment === null) return null;
  const chosen = tf.tidy(() => {
    const index = tf.tensor1d([...rows], 'int32');
    return { keys: tf.gather(segment.keys, index) as Tensor4D, values: tf.gather(segment.values, index) as Tensor4D };
  });
  tf.dispose(segmentTensors(segment));
  return chosen;
}
