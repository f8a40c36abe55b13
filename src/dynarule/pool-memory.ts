/**
 * A whole pool of rules as the memory of a layer (Eq. 1–2), the same for all questions of
 * a batch: stage 1, and KBLaM, which never retrieves.
 */
import { tf, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import type { KeyNorm } from '../config/dynarule.ts';
import { sharedRows, type SharedMemory } from '../lm/attention.ts';
import { ruleKeys, ruleQueries, ruleValues, type LayerAdapters } from './adapters.ts';

/** Keys and values of the rules of a pool at one layer, each [H, 1, R, headDim]. */
export interface PoolRows {
  readonly keys: Tensor4D;
  readonly values: Tensor4D;
}

/**
 * Projects a pool.
 *
 * @param embeddings [R, P]
 * @param heads H
 */
export function poolRows(adapters: LayerAdapters, embeddings: Tensor2D, norm: KeyNorm, heads: number): PoolRows {
  const pool = tf.expandDims(embeddings, 0) as Tensor3D;
  return {
    keys: sharedRows(ruleKeys(adapters, pool, norm), heads),
    values: sharedRows(ruleValues(adapters, pool), heads),
  };
}

/**
 * @param x the layer's normalised input, [B, S, D]
 * @param bias 0 where a question sees a rule, masked where it does not, [B, 1, R]
 */
export function poolMemory(adapters: LayerAdapters, x: Tensor3D, rows: PoolRows, bias: Tensor3D): SharedMemory {
  return { shared: true, query: ruleQueries(adapters, x), ...rows, bias };
}
