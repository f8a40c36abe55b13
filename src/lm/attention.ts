/**
 * Grouped-query causal attention, with room for a memory beside the context:
 * rectangular attention over [memory | context] in one softmax (DynaRule, Eq. 1).
 */
import { tf, type Tensor, type Tensor1D, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { attendBlocks, blockLogits, groupHeads, swapAxes, type AttentionBlock } from './attention-core.ts';
import type { LmConfig } from './config.ts';
import type { LayerLora, LoraPair } from './lora.ts';
import { joinSegments, type KvPast, type KvSegment } from './kv-segment.ts';
import { rmsNorm } from './norm.ts';
import { projectRows } from './project.ts';
import { applyRope, type RopeAngles } from './rope.ts';
import { productWithRows } from './rows-product.ts';
import type { LmLayer } from './weights.ts';

/**
 * Extra rows that queries may attend to besides the context. They have no
 * position and one set of keys for every query head.
 */
export type AttentionMemory = OwnMemory | SharedMemory;

/** Each row of the batch has rows of its own. */
export interface OwnMemory extends MemoryQuery {
  readonly shared?: false;
  /** [B, R, H·headDim] */
  readonly keys: Tensor3D;
  /** [B, R, H·headDim] */
  readonly values: Tensor3D;
}

/** All B share the same R rows, which are never copied; the bias says which of them each may see. */
export interface SharedMemory extends MemoryQuery {
  readonly shared: true;
  /** `sharedRows`, [H, 1, R, headDim] */
  readonly keys: Tensor4D;
  /** `sharedRows`, [H, 1, R, headDim] */
  readonly values: Tensor4D;
}

interface MemoryQuery {
  /** Memory queries of the tokens, [B, S, H·headDim]. */
  readonly query: Tensor3D;
  /** Added to the logits: −∞-like where a token may not look, a prior where it may. [B or 1, S or 1, R] */
  readonly bias: Tensor3D;
}

export interface AttentionInput {
  /** Normalised layer input, [B·S, D]. */
  readonly x: Tensor2D;
  /** B */
  readonly batch: number;
  readonly angles: AttentionAngles;
  /** Earlier tokens; null where there are none. */
  readonly past: KvPast | null;
  /** Added to the logits over [past | x], [B or 1, 1, S or 1, T]; null where every token may see all of it. */
  readonly bias: Tensor4D | null;
  readonly memory: AttentionMemory | null;
  /** Adapters of the layer's matrices. */
  readonly lora?: LayerLora;
}

/** Angles of the tokens' keys and queries. */
export interface AttentionAngles {
  readonly keys: RopeAngles;
  /** They carry the factor 1/√headDim of the logits. */
  readonly queries: RopeAngles;
}

export interface AttentionOutput {
  /** [B·S, D] */
  readonly output: Tensor2D;
  /** Keys and values of x itself, behind those of the past's tail. */
  readonly segment: KvSegment;
  /** Computes the attention over the memory, [B, H, S, R]; null without one. */
  readonly memoryWeights: (() => Tensor4D) | null;
}

/** Attends from x to the memory, the past and itself. */
export function attend(layer: LmLayer, config: LmConfig, input: AttentionInput): AttentionOutput {
  const { x, batch, angles, memory, lora = {} } = input;
  const heads = (weight: Tensor2D, bias: Tensor1D | null, pair: LoraPair | undefined, count: number): Tensor4D =>
    splitRows(projectRows(x, weight, bias, pair), batch, count, config.headDim);
  // Without a memory, the query heads of a single token are laid out by their key heads from the beginning.
  const queryHeads = memory === null && x.shape[0] === batch ? config.kvHeads : config.heads;
  const query = applyRope(normed(heads(layer.query, layer.queryBias, lora.query, queryHeads), layer.queryNorm, config), angles.queries);
  const keys = applyRope(normed(heads(layer.key, layer.keyBias, lora.key, config.kvHeads), layer.keyNorm, config), angles.keys);
  const values = heads(layer.value, layer.valueBias, lora.value, config.kvHeads);
  const tail = input.past?.tail ?? null;
  const segment = tail === null ? { keys, values } : joinSegments(tail, { keys, values });
  const asked: Asked = { query, segments: [...(input.past?.held ?? []), segment], bias: input.bias, memory, config };
  // Decoding attends to a cache in several segments, which are not joined at every token; their logits are,
  // with those of the memory, which for a whole pool would be a copy of most of the work.
  const segmented = input.past !== null && memory?.shared !== true;
  const mixed = segmented ? attendSegments(asked, memory) : attendBlocks(blocksOf(asked));
  return {
    output: projectRows(joinRows(mixed, x.shape), layer.output, null, lora.output),
    segment,
    memoryWeights: memory === null ? null : () => memoryWeights(asked, memory),
  };
}

/** Of ropeAngles, for heads of that width. */
export function attentionAngles(keys: RopeAngles, headDim: number): AttentionAngles {
  const scale = 1 / Math.sqrt(headDim);
  return { keys, queries: { ...keys, cos: tf.mul(keys.cos, scale), sin: tf.mul(keys.sin, scale) } };
}

/** Qwen3 normalises each head's query and key, [B, H, S, hd], before they turn. */
function normed(x: Tensor4D, weight: Tensor1D | null, config: LmConfig): Tensor4D {
  return weight === null ? x : rmsNorm(x, weight, config.rmsNormEps);
}

/** Scaled queries with positions, and all that they attend to. */
interface Asked {
  /** [B, H, S, hd]; of a single token without a memory [B, KV, H/KV, hd]. */
  readonly query: Tensor4D;
  readonly segments: readonly KvSegment[];
  readonly bias: Tensor4D | null;
  readonly memory: AttentionMemory | null;
  readonly config: LmConfig;
}

/** The memory, where there is one, and the context. */
function blocksOf({ query, segments, bias, memory, config }: Asked): AttentionBlock[] {
  let start = 0;
  const context = segments.map(({ keys, values }): AttentionBlock => {
    const size = keys.shape[2];
    const own = bias === null || segments.length === 1 ? bias : tf.slice4d(bias, [0, 0, 0, start], [-1, -1, -1, size]);
    start += size;
    return { query, keys, values, bias: own ?? tf.zeros([1, 1, 1, 1]), swapped: false, trainedBias: false };
  });
  return memory === null ? context : [memoryBlock(memory, config), ...context];
}

/** Keys or values [1, R, H·hd] as a memory that a whole batch shares, [H, 1, R, hd]. */
export function sharedRows(rows: Tensor3D, heads: number): Tensor4D {
  return swapAxes(splitHeads(rows, heads));
}

/** What the memory is to the attention's core. */
export function memoryBlock(memory: AttentionMemory, config: LmConfig): AttentionBlock {
  const query = memoryQuery(memory, config);
  if (memory.shared === true) {
    const { keys, values } = memory;
    const bias = tf.expandDims(memory.bias, 0) as Tensor4D;
    return { query: swapAxes(query), keys, values, bias, swapped: true, trainedBias: true };
  }
  const [keys, values] = [splitHeads(memory.keys, config.heads), splitHeads(memory.values, config.heads)];
  return { query, keys, values, bias: tf.expandDims(memory.bias, 1) as Tensor4D, swapped: false, trainedBias: true };
}

/** One softmax over [memory | segments]; the sums are added. */
function attendSegments(asked: Asked, memory: OwnMemory | null): Tensor4D {
  const { segments, config } = asked;
  const weights = tf.softmax(allLogits(asked), -1);
  if (memory === null) return contextValues(weights, segments, config);
  const [batch, heads, length, all] = weights.shape as [number, number, number, number];
  const rows = memory.keys.shape[1];
  const ofMemory = tf.slice4d(weights, [0, 0, 0, 0], [batch, heads, length, rows]);
  const ofContext = tf.slice4d(weights, [0, 0, 0, rows], [batch, heads, length, all - rows]);
  const fromMemory = tf.matMul(ofMemory, splitHeads(memory.values, config.heads));
  return tf.add(fromMemory, contextValues(ofContext, segments, config)) as Tensor4D;
}

function memoryWeights(asked: Asked, memory: AttentionMemory): Tensor4D {
  return tf.tidy(() => {
    const weights = tf.softmax(allLogits(asked), -1);
    const rows = memory.keys.shape.at(-2) as number;
    return tf.slice4d(weights, [0, 0, 0, 0], [-1, -1, -1, rows]);
  });
}

/** Logits over [memory | segments], [B, H, S, R + T]. */
function allLogits({ query, segments, bias, memory, config }: Asked): Tensor4D {
  const seen = contextLogits(query, segments, config);
  const context = bias === null ? seen : (tf.add(seen, bias) as Tensor4D);
  return memory === null ? context : tf.concat4d([blockLogits(memoryBlock(memory, config)), context], 3);
}

/** Scaled queries, [B, H, S, hd]; the memory's rows have no position. */
function memoryQuery(memory: AttentionMemory, config: LmConfig): Tensor4D {
  return tf.mul(splitHeads(memory.query, config.heads), 1 / Math.sqrt(config.headDim)) as Tensor4D;
}

/**
 * Queries of one group are stacked along the length, so that keys are never
 * copied for each query head. [B, H, S, hd] → [B, H, S, T].
 */
function contextLogits(query: Tensor4D, segments: readonly KvSegment[], config: LmConfig): Tensor4D {
  const [batch, heads, length] = query.shape;
  const grouped = groupHeads(query, config.kvHeads);
  const parts = segments.map(({ keys }) => productWithRows(grouped, keys, true));
  const logits = parts.length === 1 ? (parts[0] as Tensor4D) : tf.concat4d(parts, 3);
  if (grouped === query) return logits;
  return tf.reshape(logits, [batch, heads, length, logits.shape[3]]) as Tensor4D;
}

/** [B, H, S, T] weights over the segments → [B, H, S, hd]. */
function contextValues(weights: Tensor4D, segments: readonly KvSegment[], config: LmConfig): Tensor4D {
  const [batch, heads, length] = weights.shape;
  const grouped = groupHeads(weights, config.kvHeads);
  let start = 0;
  let sum: Tensor | null = null;
  for (const { values } of segments) {
    const size = values.shape[2];
    const own = segments.length === 1 ? grouped : tf.slice4d(grouped, [0, 0, 0, start], [-1, -1, -1, size]);
    const part = productWithRows(own, values, false);
    sum = sum === null ? part : tf.add(sum, part);
    start += size;
  }
  if (grouped === weights) return sum as Tensor4D;
  return tf.reshape(sum as Tensor, [batch, heads, length, config.headDim]) as Tensor4D;
}

/** [B, S, H·hd] → [B, H, S, hd] */
export function splitHeads(x: Tensor3D, heads: number): Tensor4D {
  return splitRows(x, x.shape[0], heads, x.shape[2] / heads);
}

/**
 * Rows of all tokens, [B·S, H·hd] or [B, S, H·hd] → [B, H, S, hd]. Of one token a row, the order is the same,
 * and fewer heads than the row has give [B, heads, H/heads, hd].
 */
function splitRows(rows: Tensor, batch: number, heads: number, headDim: number): Tensor4D {
  const width = rows.shape.at(-1) as number;
  const length = rows.size / (batch * width);
  if (length === 1) return tf.reshape(rows, [batch, heads, width / (heads * headDim), headDim]) as Tensor4D;
  return tf.transpose(tf.reshape(rows, [batch, length, heads, headDim]), [0, 2, 1, 3]) as Tensor4D;
}

/** [B, H, S, hd] → [B, S, H·hd] */
export function joinHeads(x: Tensor4D): Tensor3D {
  const [batch, heads, length, width] = x.shape;
  return tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [batch, length, heads * width]) as Tensor3D;
}

/** What `splitRows` gives → [B·S, H·hd] */
function joinRows(x: Tensor4D, [tokens]: readonly [number, number]): Tensor2D {
  const inOrder = tokens === x.shape[0] ? x : tf.transpose(x, [0, 2, 1, 3]);
  return tf.reshape(inOrder, [tokens, x.size / tokens]) as Tensor2D;
}
