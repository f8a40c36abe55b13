/** Rows of a large matrix in memory, as a tensor: embeddings of a whole repository never become one. */
import { tf, type Tensor2D } from '../backend/tf.ts';

/**
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
