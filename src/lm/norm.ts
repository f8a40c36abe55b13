/** Root-mean-square normalisation: x / √(mean(x²) + ε) ⊙ w. */
import { tf, type Tensor, type Tensor1D } from '../backend/tf.ts';

/** Normalises the last axis of x, [B, S, D] or the heads' [B, H, S, hd], and scales it by weight, of its length. */
export function rmsNorm<T extends Tensor>(x: T, weight: Tensor1D, epsilon: number): T {
  const normalise = tf.customGrad((input, save) => {
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(input as Tensor), -1, true), epsilon));
    const value = tf.mul(input as Tensor, inverse);
    const remember = save as (tensors: Tensor[]) => void;
    remember([value, inverse]);
    return { value, gradFunc: normGradient };
  });
  return tf.mul(normalise(x), weight) as T;
}

/** With y = x·r: dx = r · (dy − y · mean(dy ⊙ y)). */
function normGradient(dy: Tensor, saved: Tensor[]): Tensor {
  const [value, inverse] = saved as [Tensor, Tensor];
  return tf.tidy(() => {
    const shared = tf.mean(tf.mul(dy, value), -1, true);
    return tf.mul(tf.sub(dy, tf.mul(value, shared)), inverse);
  });
}
