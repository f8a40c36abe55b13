/**
 * Relevance of rules to queries (Eq. 3–4): a = q̃ · k̃ / √D over all heads at once.
 *
 * Without key normalisation q̃ · (k W̃K) = (q̃ W̃Kᵀ) · k, so the query is taken into
 * the encoder's space and the rules are never projected: one matrix of raw
 * embeddings serves every layer and every checkpoint.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { KeyNorm } from '../config/dynarule.ts';
import { embeddingScale, ruleKeys, type KeyAdapters } from './adapters.ts';

/**
 * @param queries rule queries q̃, [N, A]
 * @param embeddings rules, [M, P]
 * @returns relevance, [N, M]
 */
export function relevance(adapters: KeyAdapters, queries: Tensor2D, embeddings: Tensor2D, norm: KeyNorm): Tensor2D {
  const scaled = tf.mul(queries, 1 / Math.sqrt(queries.shape[1])) as Tensor2D;
  if (norm === 'none') return tf.matMul(inEncoderSpace(adapters, scaled), embeddings, false, true);
  const keys = ruleKeys(adapters, tf.expandDims(embeddings, 0) as Tensor3D, norm);
  return tf.matMul(scaled, tf.squeeze(keys, [0]) as Tensor2D, false, true);
}

/** q̃ W̃Kᵀ with the scale of the embeddings, [N, A] → [N, P]. A key bias would add the same to every rule, so it is left out. */
function inEncoderSpace(adapters: KeyAdapters, queries: Tensor2D): Tensor2D {
  return tf.mul(tf.matMul(queries, adapters.key, false, true), embeddingScale(adapters.key)) as Tensor2D;
}
