/** Running means of rule queries over all tokens that a row has taken in: the step query `context` while decoding. */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { DecodeInput } from '../lm/generate.ts';
import { gatherRows } from '../tensors/rows.ts';

interface Running {
  /** Sum of q̃ by row, [B, A]. */
  readonly sum: Tensor2D;
  /** Tokens by row, padding left out. */
  readonly counts: readonly number[];
}

/** Owns its tensors. */
export interface ContextMeans {
  /** Takes in new tokens' q̃ [B, S, A] of a layer and gives the means so far, [B, A]. */
  add(layer: number, query: Tensor3D, input: DecodeInput): Tensor2D;
  keepRows(rows: readonly number[]): void;
  dispose(): void;
}

export function createContextMeans(): ContextMeans {
  const layers = new Map<number, Running>();
  const replace = (layer: number, next: Running): void => {
    layers.get(layer)?.sum.dispose();
    layers.set(layer, { ...next, sum: tf.keep(next.sum) });
  };
  return {
    add: (layer, query, input) => {
      const before = layers.get(layer);
      const added = tokenSums(query, input);
      const sum = (before === undefined ? added : tf.add(before.sum, added)) as Tensor2D;
      const counts = input.padding.map((pad, row) => (before?.counts[row] ?? 0) + input.length - pad);
      replace(layer, { sum, counts });
      return tf.div(sum, tf.tensor2d([...counts], [input.rows, 1])) as Tensor2D;
    },
    keepRows: (rows) => {
      for (const [layer, { sum, counts }] of layers) {
        const kept = tf.tidy(() => gatherRows(sum, rows));
        replace(layer, { sum: kept, counts: rows.map((at) => counts[at] as number) });
      }
    },
    dispose: () => {
      for (const { sum } of layers.values()) sum.dispose();
    },
  };
}

/** [B, S, A] → [B, A]; padding does not count. */
export function tokenSums(query: Tensor3D, { rows, length, padding }: DecodeInput): Tensor2D {
  const own = new Float32Array(rows * length);
  padding.forEach((pad, row) => own.fill(1, row * length + pad, (row + 1) * length));
  return tf.sum(tf.mul(query, tf.tensor3d(own, [rows, length, 1])), 1) as Tensor2D;
}
