/** A linear map over the last axis. */
import { tf, type Tensor1D, type Tensor2D, type Tensor3D } from '../backend/tf.ts';

/** x [B, S, I] times weight [I, O], plus bias [O] where there is one → [B, S, O]. */
export function project(x: Tensor3D, weight: Tensor2D, bias: Tensor1D | null): Tensor3D {
  const [batch, length, input] = x.shape;
  return tf.tidy(() => {
    const flat = tf.matMul(tf.reshape(x, [batch * length, input]) as Tensor2D, weight);
    const moved = bias === null ? flat : tf.add(flat, bias);
    return tf.reshape(moved, [batch, length, weight.shape[1]]) as Tensor3D;
  });
}
