/** Products with keys or values that each row of a batch has for itself, or that all share. */
import { tf, type Tensor4D } from '../backend/tf.ts';

/**
 * x [B, KV, X, Y] times rows [B, KV, Y, Z], or their transpose. Rows that the batch shares, [1, KV, Y, Z],
 * are not repeated: x is stacked below itself instead.
 */
export function productWithRows(x: Tensor4D, rows: Tensor4D, transpose: boolean): Tensor4D {
  const batch = x.shape[0];
  if (rows.shape[0] === batch) return tf.matMul(x, rows, false, transpose);
  return unstacked(tf.matMul(stacked(x), rows, false, transpose), batch);
}

/** [B, KV, X, Y] → [1, KV, B·X, Y] */
function stacked(x: Tensor4D): Tensor4D {
  const [batch, heads, length, width] = x.shape;
  return tf.reshape(tf.transpose(x, [1, 0, 2, 3]), [1, heads, batch * length, width]) as Tensor4D;
}

/** [1, KV, B·X, Y] → [B, KV, X, Y] */
function unstacked(x: Tensor4D, batch: number): Tensor4D {
  const [, heads, length, width] = x.shape;
  return tf.transpose(tf.reshape(x, [heads, batch, length / batch, width]), [1, 0, 2, 3]) as Tensor4D;
}
