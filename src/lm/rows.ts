/** Rows of a matrix: of tokens side by side, and picked, with a gradient that every backend has. */
import { tf, type Tensor, type Tensor2D } from '../backend/tf.ts';

/** Tokens of all sequences as rows: [B, S, D] → [B·S, D]. */
export function flatRows(x: Tensor): Tensor2D {
  const width = x.shape.at(-1) as number;
  return tf.reshape(x, [x.size / width, width]) as Tensor2D;
}

/**
 * Rows of x [N, D] at the given indices → [M, D]. An index may repeat; its
 * gradients add up. (The library's own gradient of gather needs a kernel that
 * the wasm backend lacks.)
 */
export function pickRows(x: Tensor2D, indices: Int32Array): Tensor2D {
  const shape = x.shape;
  const pick = tf.customGrad((input) => ({
    value: tf.tidy(() => tf.gather(input as Tensor, tf.tensor1d(indices, 'int32'))),
    gradFunc: (dy) => tf.tidy(() => tf.scatterND(tf.tensor2d(indices, [indices.length, 1], 'int32'), dy as Tensor, shape)),
  }));
  return pick(x) as Tensor2D;
}
