/**
 * Attention of queries over blocks of rows in one softmax (DynaRule, Eq. 1: a block
 * of rules beside the block of the context), with its gradient written out. Of all
 * that is as large as the attention matrix only its exponentials are kept for the
 * gradient, and blocks are never joined or cut apart.
 *
 * With e = exp(logits − max) and z = Σ e: out = (Σ_b e_b·V_b) / z. For dy, let
 * g = dy / z and c = Σ g ⊙ out over the head: dlogits_b = e_b ⊙ (g·V_bᵀ − c), dV_b = e_bᵀ·g.
 */
import { tf, type Tensor, type Tensor4D } from '../backend/tf.ts';

/** Rows that may be attended to, and how they are asked for. */
export interface AttentionBlock {
  /** Scaled queries, [B, H, S, hd]. */
  readonly query: Tensor4D;
  /** [B, KV, T, hd]; KV divides H. */
  readonly keys: Tensor4D;
  /** [B, KV, T, hd] */
  readonly values: Tensor4D;
  /** Added to the logits, [B or 1, 1, S or 1, T]. */
  readonly bias: Tensor4D;
  /** Whether the bias takes part in the gradient. */
  readonly trainedBias: boolean;
}

/** [B, H, S, hd] */
export function attendBlocks(blocks: readonly AttentionBlock[]): Tensor4D {
  const inputs = blocks.flatMap(({ query, keys, values, bias, trainedBias }) => [query, keys, values, ...(trainedBias ? [bias] : [])]);
  const attend = tf.customGrad((...passed) => {
    const save = passed.at(-1) as unknown as (tensors: Tensor[]) => void;
    const { value, total, weights } = forward(blocks);
    save([value, total, ...blocks.flatMap(({ query, keys, values }, index) => [query, keys, values, weights[index] as Tensor])]);
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => tf.tidy(() => gradients(dy, saved, blocks)) };
  });
  return attend(...inputs) as Tensor4D;
}

interface Forward {
  readonly value: Tensor4D;
  /** z, [B, H, S, 1] */
  readonly total: Tensor4D;
  /** e of each block, [B, H, S, T]. */
  readonly weights: readonly Tensor4D[];
}

function forward(blocks: readonly AttentionBlock[]): Forward {
  const logits = blocks.map(({ query, keys, bias }) => tf.add(groupedProduct(query, keys, true), bias));
  const largest = logits.map((block) => tf.max(block, -1, true)).reduce((a, b) => tf.maximum(a, b));
  const weights = logits.map((block) => tf.exp(tf.sub(block, largest)) as Tensor4D);
  const total = weights.map((block) => tf.sum(block, -1, true)).reduce((a, b) => tf.add(a, b)) as Tensor4D;
  const mixed = blocks.map(({ values }, index) => groupedProduct(weights[index] as Tensor4D, values, false));
  const sum = mixed.reduce((a, b) => tf.add(a, b));
  return { value: tf.div(sum, total) as Tensor4D, total, weights };
}

function gradients(dy: Tensor, saved: readonly Tensor[], blocks: readonly AttentionBlock[]): Tensor[] {
  const [value, total, ...rest] = saved as [Tensor4D, Tensor4D, ...Tensor4D[]];
  const scaled = tf.div(dy, total) as Tensor4D;
  const shared = tf.sum(tf.mul(scaled, value), -1, true);
  return blocks.flatMap(({ bias, trainedBias }, index) => {
    const [query, keys, values, weights] = rest.slice(index * 4, index * 4 + 4) as [Tensor4D, Tensor4D, Tensor4D, Tensor4D];
    const slope = tf.mul(weights, tf.sub(groupedProduct(scaled, values, true), shared)) as Tensor4D;
    const dQuery = groupedProduct(slope, keys, false);
    const dKeys = transposedProduct(slope, query, keys.shape[1]);
    const dValues = transposedProduct(weights, scaled, values.shape[1]);
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
