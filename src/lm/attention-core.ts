/**
 * Attention of queries over blocks of rows in one softmax (DynaRule, Eq. 1: a block
 * of rules beside the block of the context), with its gradient written out. Of all
 * that is as large as the attention matrix only its exponentials are kept for the
 * gradient, and blocks are never joined or cut apart.
 *
 * Rows that all B queries share stand once. Their block swaps the axes B and H: the queries
 * of a head are one group over its rows, as those of several heads are over one key head.
 *
 * With e = exp(logits − max) and z = Σ e: out = (Σ_b e_b·V_b) / z. For dy, let
 * g = dy / z and c = Σ g ⊙ out over the head: dlogits_b = e_b ⊙ (g·V_bᵀ − c), dV_b = e_bᵀ·g.
 */
import { recordsGradient, tf, type Tensor, type Tensor4D } from '../backend/tf.ts';

/** Rows that may be attended to, and how they are asked for. */
export interface AttentionBlock {
  /** Scaled queries, [B, H, S, hd]; [H, B, S, hd] where swapped. */
  readonly query: Tensor4D;
  /** [B, KV, T, hd]; KV divides H. Swapped: [H, 1, T, hd]. */
  readonly keys: Tensor4D;
  /** As the keys. */
  readonly values: Tensor4D;
  /** Added to the logits, [B or 1, 1, S or 1, T]. Swapped: [1, B or 1, S or 1, T]. */
  readonly bias: Tensor4D;
  /** Whether the first two axes are swapped: all B share the rows. */
  readonly swapped: boolean;
  /** Whether the bias takes part in the gradient. */
  readonly trainedBias: boolean;
}

/** [B, H, S, hd] */
export function attendBlocks(blocks: readonly AttentionBlock[]): Tensor4D {
  if (!recordsGradient()) return attendInParts(blocks);
  const inputs = blocks.flatMap(({ query, keys, values, bias, trainedBias }) => [query, keys, values, ...(trainedBias ? [bias] : [])]);
  const attend = tf.customGrad((...passed) => {
    const save = passed.at(-1) as unknown as (tensors: Tensor[]) => void;
    const { value, total, weights } = weighBlocks(blocks);
    save([value, total, ...blocks.flatMap(({ query, keys, values }, index) => [query, keys, values, weights[index] as Tensor])]);
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => tf.tidy(() => gradients(dy, saved, blocks)) };
  });
  return attend(...inputs) as Tensor4D;
}

/** Logits of one layer that are held at a time where no gradient is taken: 256 MB in 32 bits, of which there are a few. */
export const LOGITS_AT_ONCE = 2 ** 26;

/** Some rows of the batch after others, so that the logits of many long texts need not fit into memory. [B, H, S, hd] */
export function attendInParts(blocks: readonly AttentionBlock[], logitsAtOnce = LOGITS_AT_ONCE): Tensor4D {
  const { query, swapped } = blocks[0]!;
  const [first, second, length] = query.shape;
  const [batch, heads] = swapped ? [second, first] : [first, second];
  const rows = blocks.reduce((sum, { keys }) => sum + keys.shape[2], 0);
  const size = Math.max(1, Math.floor(logitsAtOnce / (heads * length * rows)));
  if (size >= batch) return tf.tidy(() => weigh(blocks).value);
  const starts = Array.from({ length: Math.ceil(batch / size) }, (_, part) => part * size);
  return tf.tidy(() => {
    const parts = starts.map((start) => tf.tidy(() => weigh(blocks.map((block) => rowsOf(block, start, Math.min(size, batch - start), batch))).value));
    return tf.concat4d(parts, 0);
  });
}

/** A block for some rows of the batch. What all rows share has 1 where others have B. */
function rowsOf(block: AttentionBlock, start: number, size: number, batch: number): AttentionBlock {
  const along = (x: Tensor4D, axis: 0 | 1): Tensor4D => {
    if (x.shape[axis] !== batch) return x;
    return axis === 0 ? tf.slice4d(x, [start, 0, 0, 0], [size, -1, -1, -1]) : tf.slice4d(x, [0, start, 0, 0], [-1, size, -1, -1]);
  };
  const { query, keys, values, bias } = block;
  if (block.swapped) return { ...block, query: along(query, 1), bias: along(bias, 1) };
  return { ...block, query: along(query, 0), keys: along(keys, 0), values: along(values, 0), bias: along(bias, 0) };
}

/** The result of attention with what its gradient needs. */
export interface Weighed {
  /** [B, H, S, hd] */
  readonly value: Tensor4D;
  /** z, [B, H, S, 1] */
  readonly total: Tensor4D;
  /** e of each block, [B, H, S, T], in the block's layout. */
  readonly weights: readonly Tensor4D[];
}

export function weighBlocks(blocks: readonly AttentionBlock[]): Weighed {
  return tf.tidy(() => weigh(blocks) as unknown as tf.TensorContainer) as unknown as Weighed;
}

function weigh(blocks: readonly AttentionBlock[]): Weighed {
  const logits = blocks.map(ownLogits);
  const largest = logits.map((own, at) => laid(blocks[at], tf.max(own, -1, true))).reduce((a, b) => tf.maximum(a, b));
  const weights = logits.map((own, at) => exponential(own, laid(blocks[at], largest)));
  const total = weights.map((own, at) => laid(blocks[at], tf.sum(own, -1, true))).reduce((a, b) => tf.add(a, b)) as Tensor4D;
  const mixed = blocks.map((block, at) => laid(block, groupedProduct(weights[at] as Tensor4D, block.values, false)));
  const sum = mixed.reduce((a, b) => tf.add(a, b));
  return { value: tf.div(sum, total) as Tensor4D, total, weights };
}

/** Logits of a block, [B, H, S, T]. */
export function blockLogits(block: AttentionBlock): Tensor4D {
  return laid(block, ownLogits(block));
}

/** In the block's own layout. The large tensors on the way are not kept: a pool may be all of a block's rows. */
function ownLogits({ query, keys, bias }: AttentionBlock): Tensor4D {
  return tf.tidy(() => tf.add(groupedProduct(query, keys, true), bias) as Tensor4D);
}

function exponential(logits: Tensor4D, largest: Tensor): Tensor4D {
  return tf.tidy(() => tf.exp(tf.sub(logits, largest)) as Tensor4D);
}

/** From the layout that all blocks share, [B, H, …], to that of one, or back. */
export function laid(block: AttentionBlock | undefined, x: Tensor): Tensor4D {
  return (block?.swapped === true ? swapAxes(x) : x) as Tensor4D;
}

/** [B, H, …] → [H, B, …] */
export function swapAxes(x: Tensor): Tensor4D {
  return tf.transpose(x, [1, 0, 2, 3]) as Tensor4D;
}

function gradients(dy: Tensor, saved: readonly Tensor[], blocks: readonly AttentionBlock[]): Tensor[] {
  const [value, total, ...rest] = saved as [Tensor4D, Tensor4D, ...Tensor4D[]];
  const kept = blocks.map((block, index): AttentionBlock => {
    const [query, keys, values] = rest.slice(index * 4) as [Tensor4D, Tensor4D, Tensor4D];
    return { ...block, query, keys, values };
  });
  const weights = blocks.map((_, index) => rest[index * 4 + 3] as Tensor4D);
  return blockGradients(dy, { value, total, weights }, kept).flat();
}

/** Gradients of each block's query, keys, values and, where it is trained, bias; dy [B, H, S, hd]. */
export function blockGradients(dy: Tensor, { value, total, weights }: Weighed, blocks: readonly AttentionBlock[]): Tensor[][] {
  const scaled = tf.div(dy, total) as Tensor4D;
  const shared = tf.sum(tf.mul(scaled, value), -1, true);
  return blocks.map((block, index) => {
    const { query, keys, values, bias, trainedBias } = block;
    const own = laid(block, scaled);
    const weight = weights[index] as Tensor4D;
    const slope = tf.tidy(() => tf.mul(weight, tf.sub(groupedProduct(own, values, true), laid(block, shared))) as Tensor4D);
    const dQuery = groupedProduct(slope, keys, false);
    const dKeys = transposedProduct(slope, query, keys.shape[1]);
    const dValues = transposedProduct(weight, own, values.shape[1]);
    return [dQuery, dKeys, dValues, ...(trainedBias ? [sumTo(slope, bias.shape)] : [])];
  });
}

/**
 * x [B, H, S, X] times rows [B, KV, Y, Z], or their transpose. Queries of one group are
 * stacked along the length, so that rows are never copied for each head.
 */
function groupedProduct(x: Tensor4D, rows: Tensor4D, transpose: boolean): Tensor4D {
  const [batch, heads, length] = x.shape;
  const product = tf.matMul(groupHeads(x, rows.shape[1]), rows, false, transpose);
  return tf.reshape(product, [batch, heads, length, product.shape[3] as number]) as Tensor4D;
}

/** Σ over the queries of each group: xᵀ·y, [B, H, S, X] and [B, H, S, Y] → [B, KV, X, Y]. */
function transposedProduct(x: Tensor4D, y: Tensor4D, kvHeads: number): Tensor4D {
  return tf.matMul(groupHeads(x, kvHeads), groupHeads(y, kvHeads), true, false) as Tensor4D;
}

/** Query heads that share a key head, one below the other: [B, H, S, X] → [B, KV, (H/KV)·S, X]. */
export function groupHeads(x: Tensor4D, kvHeads: number): Tensor4D {
  const [batch, heads, length, width] = x.shape;
  if (heads === kvHeads) return x;
  return tf.reshape(x, [batch, kvHeads, (heads / kvHeads) * length, width]) as Tensor4D;
}

/** Sums over the axes along which a tensor of that shape was repeated. */
function sumTo(x: Tensor4D, shape: readonly number[]): Tensor {
  const axes = shape.flatMap((size, axis) => (size === 1 && x.shape[axis] !== 1 ? [axis] : []));
  return tf.sum(x, axes, true);
}
