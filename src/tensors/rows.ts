/** Rows of matrices and of what is laid out like them. */
import { tf, type Tensor, type Tensor2D } from '../backend/tf.ts';

/** Rows along the first axis, in this order; no gradient. */
export function gatherRows<T extends Tensor>(tensor: T, rows: readonly number[]): T {
  return tf.gather(tensor, tf.tensor1d([...rows], 'int32')) as T;
}

/**
 * Rows of a large matrix in memory, as a tensor: embeddings of a whole repository never become one.
 *
 * @param all row-major [n, width]
 * @param rows m of its rows; they may repeat
 * @returns [m, width]
 */
export function tensorOfRows(all: Float32Array, rows: ArrayLike<number>, width: number): Tensor2D {
  const picked = new Float32Array(rows.length * width);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    picked.set(all.subarray(row * width, (row + 1) * width), at * width);
  }
  return tf.tensor2d(picked, [rows.length, width]);
}
