/** Biases added to attention logits. */
import { tf, type Tensor4D } from '../backend/tf.ts';

/** Stands for −∞: far below any logit, and still finite, so that a fully masked row has no NaN. */
export const MASKED = -1e9;

/** Causal bias of S tokens over themselves, [1, 1, S, S]. */
export function causalBias(length: number): Tensor4D {
  const bias = new Float32Array(length * length);
  for (let row = 0; row < length; row += 1) bias.fill(MASKED, row * length + row + 1, (row + 1) * length);
  return tf.tensor4d(bias, [1, 1, length, length]);
}

/**
 * Causal bias of S tokens of a left-padded batch over what all share and themselves, [B, 1, S, shared + S].
 *
 * @param padding how many of the first of the S are padding, by row
 * @param shared how many tokens before them every row may look at
 */
export function paddedCausalBias(length: number, padding: readonly number[], shared = 0): Tensor4D {
  const all = shared + length;
  const bias = new Float32Array(padding.length * length * all);
  padding.forEach((pad, row) => {
    for (let query = 0; query < length; query += 1) {
      const own = (row * length + query) * all + shared;
      bias.fill(MASKED, own, own + Math.min(pad, query));
      bias.fill(MASKED, own + query + 1, own + length);
    }
  });
  return tf.tensor4d(bias, [padding.length, 1, length, all]);
}

/** Bias of one new token over a cache of T tokens, itself among them, whose padding stands behind what all share, [B, 1, 1, T]. */
export function paddingBias(length: number, padding: readonly number[], shared = 0): Tensor4D {
  const bias = new Float32Array(padding.length * length);
  padding.forEach((pad, row) => bias.fill(MASKED, row * length + shared, row * length + shared + pad));
  return tf.tensor4d(bias, [padding.length, 1, 1, length]);
}
