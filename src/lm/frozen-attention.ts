/**
 * Attention of a frozen layer as one node of the gradient's graph, residual included: y = r + attend(x)·W_O.
 * Kept for the gradient are the turned queries and keys, the values, the result and the exponentials of the softmax;
 * inputs of frozen products are not, for their gradient needs the weights alone.
 */
import { tf, type Tensor, type Tensor1D, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { joinHeads, splitHeads } from './attention.ts';
import { blockGradients, laid, weighBlocks, type AttentionBlock, type Weighed } from './attention-core.ts';
import type { LmConfig } from './config.ts';
import { normalised, normGradient } from './norm.ts';
import { project } from './project.ts';
import { rotateBack, rotated, type RopeAngles } from './rope.ts';
import { flatRows } from './rows.ts';
import type { LmLayer } from './weights.ts';

export interface FrozenAttentionInput {
  /** Normalised layer input, [B, S, D]. */
  readonly x: Tensor3D;
  /** r, [B, S, D] */
  readonly residual: Tensor3D;
  readonly angles: RopeAngles;
  /** Added to the logits over x itself, [B or 1, 1, S, S]. */
  readonly bias: Tensor4D;
  /** Further rows, with a bias that is trained; null for none. */
  readonly memory: AttentionBlock | null;
  /** Sees the attention over the memory, [B, H, S, R]. */
  readonly observe?: (memoryWeights: Tensor4D) => void;
}

/** [B, S, D] */
export function frozenAttention(layer: LmLayer, config: LmConfig, input: FrozenAttentionInput): Tensor3D {
  const { x, residual, memory } = input;
  const trained = memory === null ? [] : [memory.query, memory.keys, memory.values, memory.bias];
  const run = tf.customGrad((...inputs) => {
    const save = inputs.at(-1) as unknown as (tensors: Tensor[]) => void;
    const value = tf.tidy(() => {
      const [query, keys, values] = headMaps(layer, config).map((map) => headRows(map, input)) as [HeadRows, HeadRows, HeadRows];
      const blocks = blocksOf(input, query.rows, keys.rows, values.rows);
      const weighed = weighBlocks(blocks);
      if (memory !== null) input.observe?.(laid(memory, tf.div(weighed.weights[0] as Tensor4D, laid(memory, weighed.total))));
      const attended = blocks.flatMap((block, at) => [block.query, block.keys, block.values, weighed.weights[at] as Tensor]);
      const { cos, sin, turn } = input.angles;
      save([cos, sin, turn, weighed.value, weighed.total, ...attended, ...query.kept, ...keys.kept]);
      return tf.add(residual, project(joinHeads(weighed.value), layer.output, null));
    });
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => gradients(layer, config, input, { dy: dy as Tensor3D, saved }) };
  });
  return run(x, residual, ...trained) as Tensor3D;
}

/** The memory first, where there is one. */
function blocksOf({ memory, bias }: FrozenAttentionInput, query: Tensor4D, keys: Tensor4D, values: Tensor4D): AttentionBlock[] {
  const own: AttentionBlock = { query, keys, values, bias, swapped: false, trainedBias: false };
  return memory === null ? [own] : [memory, own];
}

/** How x becomes queries, keys or values. */
interface HeadMap {
  readonly weight: Tensor2D;
  readonly bias: Tensor1D | null;
  /** Weight of a norm over each head. */
  readonly norm: Tensor1D | null;
  readonly epsilon: number;
  readonly heads: number;
  readonly turns: boolean;
  /** Factor at the end. */
  readonly scale: number;
}

/** Of queries, keys and values. */
function headMaps(layer: LmLayer, { heads, kvHeads, headDim, rmsNormEps: epsilon }: LmConfig): HeadMap[] {
  const { queryBias, keyBias, valueBias, queryNorm, keyNorm } = layer;
  return [
    { weight: layer.query, bias: queryBias, norm: queryNorm, epsilon, heads, turns: true, scale: 1 / Math.sqrt(headDim) },
    { weight: layer.key, bias: keyBias, norm: keyNorm, epsilon, heads: kvHeads, turns: true, scale: 1 },
    { weight: layer.value, bias: valueBias, norm: null, epsilon, heads: kvHeads, turns: false, scale: 1 },
  ];
}

interface HeadRows {
  /** [B, H or KV, S, hd] */
  readonly rows: Tensor4D;
  /** What the norm's gradient needs; nothing without a norm. */
  readonly kept: readonly Tensor[];
}

function headRows(map: HeadMap, { x, angles }: FrozenAttentionInput): HeadRows {
  const split = splitHeads(project(x, map.weight, map.bias), map.heads);
  const norm = map.norm === null ? null : normalised(split, map.epsilon);
  const normed = norm === null || map.norm === null ? split : (tf.mul(norm.value, map.norm) as Tensor4D);
  const turned = map.turns ? rotated(normed, angles) : normed;
  const rows = map.scale === 1 ? turned : (tf.mul(turned, map.scale) as Tensor4D);
  return { rows, kept: norm === null ? [] : [norm.value, norm.inverse] };
}

/** Gradient of x from that of the rows. */
function headGradient(map: HeadMap, angles: RopeAngles, dRows: Tensor, kept: readonly Tensor[]): Tensor2D {
  return tf.tidy(() => {
    const scaled = map.scale === 1 ? dRows : tf.mul(dRows, map.scale);
    const back = map.turns ? rotateBack(scaled as Tensor4D, angles) : scaled;
    const [value, inverse] = kept;
    const plain = map.norm === null || value === undefined || inverse === undefined ? back : normGradient(tf.mul(back, map.norm), { value, inverse });
    return tf.matMul(flatRows(joinHeads(plain as Tensor4D)), map.weight, false, true);
  });
}

interface Backward {
  /** [B, S, D] */
  readonly dy: Tensor3D;
  /** As `frozenAttention` saves them. */
  readonly saved: readonly Tensor[];
}

/** Of x, the residual and, where there is one, the memory's query, keys, values and bias. */
function gradients(layer: LmLayer, config: LmConfig, input: FrozenAttentionInput, { dy, saved }: Backward): Tensor[] {
  return tf.tidy(() => {
    const { angles, blocks, weighed, norms } = unpacked(saved, input);
    const [batch, length] = dy.shape;
    const dJoined = tf.matMul(flatRows(dy), layer.output, false, true);
    const dMixed = splitHeads(tf.reshape(dJoined, [batch, length, -1]) as Tensor3D, config.heads);
    const byBlock = blockGradients(dMixed, weighed, blocks);
    const [dQuery, dKeys, dValues] = byBlock.at(-1) as [Tensor, Tensor, Tensor];
    const [queryMap, keyMap, valueMap] = headMaps(layer, config) as [HeadMap, HeadMap, HeadMap];
    const parts = [
      headGradient(queryMap, angles, dQuery, norms.slice(0, 2)),
      headGradient(keyMap, angles, dKeys, norms.slice(2)),
      headGradient(valueMap, angles, dValues, []),
    ];
    tf.dispose([...saved]);
    const dx = tf.reshape(tf.addN(parts), input.x.shape);
    return [dx, tf.clone(dy), ...(input.memory === null ? [] : (byBlock[0] as Tensor[]))];
  });
}

/** What is saved, by its meaning: tensors of the input are gone when the gradient is asked for. */
interface Unpacked {
  readonly angles: RopeAngles;
  readonly blocks: readonly AttentionBlock[];
  readonly weighed: Weighed;
  /** What the norms of queries and keys keep. */
  readonly norms: readonly Tensor[];
}

function unpacked([cos, sin, turn, value, total, ...rest]: readonly Tensor[], { memory, bias }: FrozenAttentionInput): Unpacked {
  const size = memory === null ? 1 : 2;
  const attended = Array.from({ length: size }, (_, at) => rest.slice(at * 4, at * 4 + 4) as [Tensor4D, Tensor4D, Tensor4D, Tensor4D]);
  const blocks = attended.map(([query, keys, values], at): AttentionBlock =>
    at === 0 && memory !== null ? { ...memory, query, keys, values } : { query, keys, values, bias, swapped: false, trainedBias: false },
  );
  const weights = attended.map(([, , , own]) => own);
  return {
    angles: { cos: cos as Tensor4D, sin: sin as Tensor4D, turn: turn as Tensor2D },
    blocks,
    weighed: { value: value as Tensor4D, total: total as Tensor4D, weights },
    norms: rest.slice(size * 4),
  };
}
