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
 * Causal bias of a left-padded batch, [B, 1, S, S].
 *
 * @param padding how many of the first columns of each row are padding
 */
export function paddedCausalBias(length: number, padding: readonly number[]): Tensor4D {
  const bias = new Float32Array(padding.length * length * length);
  padding.forEach((pad, row) => {
    for (let query = 0; query < length; query += 1) {
      const start = (row * length + query) * length;
      bias.fill(MASKED, start, start + Math.min(pad, query));
      bias.fill(MASKED, start + query + 1, start + length);
    }
  });
  return tf.tensor4d(bias, [padding.length, 1, length, length]);
}

/** Bias of one new token over a left-padded cache and itself, [B, 1, 1, T]. */
export function paddingBias(length: number, padding: readonly number[]): Tensor4D {
  const bias = new Float32Array(padding.length * length);
  padding.forEach((pad, row) => bias.fill(MASKED, row * length, row * length + pad));
  return tf.tensor4d(bias, [padding.length, 1, 1, length]);
}
