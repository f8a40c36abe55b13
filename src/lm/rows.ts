/** Picking rows of a matrix, with a gradient that every backend has. */
import { tf, type Tensor, type Tensor2D } from '../backend/tf.ts';

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
