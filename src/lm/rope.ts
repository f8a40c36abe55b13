/**
 * Rotary position embedding in the half-split layout of Llama and Qwen2:
 * x' = x ⊙ cos + rotateHalf(x) ⊙ sin, with angle p · θ^(−2i/d).
 */
import { tf, type Tensor, type Tensor4D } from '../backend/tf.ts';

/** Cosines and sines for a set of positions, [B or 1, 1, S, headDim] each. */
export interface RopeAngles {
  readonly cos: Tensor4D;
  readonly sin: Tensor4D;
}

/**
 * Angles for integer positions.
 *
 * @param positions one list of S positions a row; one row where all rows of the batch share them
 */
export function ropeAngles(positions: readonly (readonly number[])[], headDim: number, theta: number): RopeAngles {
  const rows = positions.length;
  const length = positions[0]?.length ?? 0;
  const half = headDim / 2;
  const cos = new Float32Array(rows * length * headDim);
  const sin = new Float32Array(rows * length * headDim);
  const frequencies = Float64Array.from({ length: half }, (_, i) => theta ** ((-2 * i) / headDim));
  let offset = 0;
  for (const row of positions) {
    for (const position of row) {
      for (let i = 0; i < headDim; i += 1) {
        const angle = position * (frequencies[i % half] as number);
        cos[offset + i] = Math.cos(angle);
        sin[offset + i] = Math.sin(angle);
      }
      offset += headDim;
    }
  }
  const shape: [number, number, number, number] = [rows, 1, length, headDim];
  return { cos: tf.tensor4d(cos, shape), sin: tf.tensor4d(sin, shape) };
}

/** Positions 0, 1, …, length − 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Rotates x [B, H, S, headDim] by its angles. The gradient is the rotation by the opposite angles. */
export function applyRope(x: Tensor4D, angles: RopeAngles): Tensor4D {
  const rotate = tf.customGrad((...inputs) => {
    const [input, save] = inputs as unknown as [Tensor4D, (tensors: Tensor[]) => void];
    save([angles.cos, angles.sin]);
    return { value: rotated(input, angles.cos, angles.sin), gradFunc: rotateBack };
  });
  return rotate(x) as Tensor4D;
}

function rotateBack(dy: Tensor, saved: Tensor[]): Tensor {
  const [cos, sin] = saved as [Tensor4D, Tensor4D];
  return tf.tidy(() => rotated(dy as Tensor4D, cos, tf.neg(sin)));
}

function rotated(x: Tensor4D, cos: Tensor4D, sin: Tensor4D): Tensor4D {
  return tf.tidy(() => {
    const [batch, heads, length, headDim] = x.shape;
    const half = headDim / 2;
    const size: [number, number, number, number] = [batch, heads, length, half];
    const first = tf.slice4d(x, [0, 0, 0, 0], size);
    const second = tf.slice4d(x, [0, 0, 0, half], size);
    const turned = tf.concat4d([tf.neg(second), first], 3);
    return tf.add(tf.mul(x, cos), tf.mul(turned, sin)) as Tensor4D;
  });
}
