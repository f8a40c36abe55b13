/** Root-mean-square normalisation: x / √(mean(x²) + ε) ⊙ w. */
import { tf, type Tensor, type Tensor1D, type Tensor3D } from '../backend/tf.ts';

/** Normalises the last axis of x [B, S, D] and scales it by weight [D]. */
export function rmsNorm(x: Tensor3D, weight: Tensor1D, epsilon: number): Tensor3D {
  const normalise = tf.customGrad((input, save) => {
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(input as Tensor), -1, true), epsilon));
    const value = tf.mul(input as Tensor, inverse);
    const remember = save as (tensors: Tensor[]) => void;
    remember([value, inverse]);
    return { value, gradFunc: normGradient };
  });
  return tf.mul(normalise(x), weight) as Tensor3D;
}

/** With y = x·r: dx = r · (dy − y · mean(dy ⊙ y)). */
function normGradient(dy: Tensor, saved: Tensor[]): Tensor {
  const [value, inverse] = saved as [Tensor, Tensor];
  return tf.tidy(() => {
    const shared = tf.mean(tf.mul(dy, value), -1, true);
    return tf.mul(tf.sub(dy, tf.mul(value, shared)), inverse);
  });
}
