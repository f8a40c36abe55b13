/** Root-mean-square normalisation: x / √(mean(x²) + ε) ⊙ w. */
import { recordsGradient, tf, type Tensor, type Tensor1D } from '../backend/tf.ts';

/** A normalised tensor before its weight, and the factors that made it. */
export interface Normalised<T extends Tensor> {
  /** x·r, shaped as x. */
  readonly value: T;
  /** r = 1 / √(mean(x²) + ε), one a row: [..., 1]. */
  readonly inverse: Tensor;
}

/** Normalises the last axis of x, [B, S, D] or the heads' [B, H, S, hd], and scales it by weight, of its length. */
export function rmsNorm<T extends Tensor>(x: T, weight: Tensor1D, epsilon: number): T {
  if (!recordsGradient()) return tf.tidy(() => tf.mul(normalised(x, epsilon).value, weight) as T);
  const normalise = tf.customGrad((input, save) => {
    const { value, inverse } = normalised(input as Tensor, epsilon);
    (save as (tensors: Tensor[]) => void)([value, inverse]);
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => normGradient(dy, { value: saved[0] as Tensor, inverse: saved[1] as Tensor }) };
  });
  return tf.mul(normalise(x), weight) as T;
}

/** The same where the weight is frozen: less is kept for the gradient. */
export function frozenRmsNorm<T extends Tensor>(x: T, weight: Tensor1D, epsilon: number): T {
  const normalise = tf.customGrad((input, save) => {
    const { value, inverse } = normalised(input as Tensor, epsilon);
    (save as (tensors: Tensor[]) => void)([value, inverse]);
    const gradFunc = (dy: Tensor, saved: Tensor[]): Tensor =>
      tf.tidy(() => normGradient(tf.mul(dy, weight), { value: saved[0] as Tensor, inverse: saved[1] as Tensor }));
    return { value: tf.mul(value, weight), gradFunc };
  });
  return tf.tidy(() => normalise(x) as T);
}

export function normalised<T extends Tensor>(x: T, epsilon: number): Normalised<T> {
  return tf.tidy(() => {
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), epsilon));
    return { value: tf.mul(x, inverse), inverse } as unknown as tf.TensorContainer;
  }) as unknown as Normalised<T>;
}

/** With y = x·r: dx = r · (dy − y · mean(dy ⊙ y)). */
export function normGradient(dy: Tensor, { value, inverse }: Normalised<Tensor>): Tensor {
  return tf.tidy(() => {
    const shared = tf.mean(tf.mul(dy, value), -1, true);
    return tf.mul(tf.sub(dy, tf.mul(value, shared)), inverse);
  });
}
