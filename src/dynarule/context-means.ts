/** Running means of rule queries over all tokens that a row has taken in, weighted by token: the step query `context` while decoding. */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { DecodeInput } from '../lm/generate.ts';
import { gatherRows } from '../tensors/rows.ts';
import { tokenWeights, type ContextWeights } from './context-weights.ts';

interface Running {
  /** Weighted sum of q̃ by row, [B, A]. */
  readonly sum: Tensor2D;
  /** Sum of the weights by row, padding left out: where all count the same, the number of tokens. */
  readonly totals: readonly number[];
}

/** Owns its tensors. */
export interface ContextMeans {
  /** Takes in new tokens' q̃ [B, S, A] of a layer and gives the means so far, [B, A]. */
  add(layer: number, query: Tensor3D, input: DecodeInput): Tensor2D;
  keepRows(rows: readonly number[]): void;
  dispose(): void;
}

/** @param weights all tokens count the same where undefined */
export function createContextMeans(weights?: ContextWeights): ContextMeans {
  const weightOf = tokenWeights(weights);
  const layers = new Map<number, Running>();
  const replace = (layer: number, next: Running): void => {
    layers.get(layer)?.sum.dispose();
    layers.set(layer, { ...next, sum: tf.keep(next.sum) });
  };
  return {
    add: (layer, query, input) => {
      const before = layers.get(layer);
      const own = ownWeights(input, weightOf);
      const added = weightedSums(query, own);
      const sum = (before === undefined ? added : tf.add(before.sum, added)) as Tensor2D;
      const totals = input.padding.map((_, row) => (before?.totals[row] ?? 0) + rowTotal(own, row, input.length));
      replace(layer, { sum, totals });
      return tf.div(sum, tf.tensor2d([...totals], [input.rows, 1])) as Tensor2D;
    },
    keepRows: (rows) => {
      for (const [layer, { sum, totals }] of layers) {
        const kept = tf.tidy(() => gatherRows(sum, rows));
        replace(layer, { sum: kept, totals: rows.map((at) => totals[at] as number) });
      }
    },
    dispose: () => {
      for (const { sum } of layers.values()) sum.dispose();
    },
  };
}

/** [B, S, A] → [B, A]; padding does not count. */
export function tokenSums(query: Tensor3D, input: DecodeInput): Tensor2D {
  return weightedSums(query, ownWeights(input, () => 1));
}

/** Row-major [B, S]; 0 for padding. */
function ownWeights({ ids, rows, length, padding }: DecodeInput, weightOf: (token: number) => number): Float32Array {
  const own = new Float32Array(rows * length);
  padding.forEach((pad, row) => {
    for (let at = row * length + pad; at < (row + 1) * length; at += 1) own[at] = weightOf(ids[at] as number);
  });
  return own;
}

/** @param weights row-major [B, S] */
function weightedSums(query: Tensor3D, weights: Float32Array): Tensor2D {
  const [rows, length] = query.shape;
  return tf.sum(tf.mul(query, tf.tensor3d(weights, [rows, length, 1])), 1) as Tensor2D;
}

function rowTotal(weights: Float32Array, row: number, length: number): number {
  return weights.subarray(row * length, (row + 1) * length).reduce((sum, weight) => sum + weight, 0);
}
