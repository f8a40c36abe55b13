/**
 * Rotary position embedding in the half-split layout of Hugging Face's Llama and Qwen:
 * x' = x ⊙ cos + rotateHalf(x) ⊙ sin, with the angle p · frequency i (`ropeFrequencies`).
 */
import { recordsGradient, tf, type Tensor, type Tensor2D, type Tensor4D } from '../backend/tf.ts';
import { ropeFrequencies, type RopeConfig } from './rope-scaling.ts';

/** Angles of a set of positions. */
export interface RopeAngles {
  /** [B or 1, 1, S, headDim] */
  readonly cos: Tensor4D;
  /** [B or 1, 1, S, headDim] */
  readonly sin: Tensor4D;
  /** rotateHalf as a matrix, [headDim, headDim]: one product is cheaper than cutting x and joining its halves. */
  readonly turn: Tensor2D;
}

/**
 * Angles for integer positions.
 *
 * @param positions one list of S positions a row; one row where all rows of the batch share them
 */
export function ropeAngles(positions: readonly (readonly number[])[], rope: RopeConfig): RopeAngles {
  const { headDim } = rope;
  const rows = positions.length;
  const length = positions[0]?.length ?? 0;
  const half = headDim / 2;
  const cos = new Float32Array(rows * length * headDim);
  const sin = new Float32Array(rows * length * headDim);
  const { values: frequencies, scale } = ropeFrequencies(rope);
  let offset = 0;
  for (const row of positions) {
    for (const position of row) {
      for (let i = 0; i < headDim; i += 1) {
        const angle = position * (frequencies[i % half] as number);
        cos[offset + i] = scale * Math.cos(angle);
        sin[offset + i] = scale * Math.sin(angle);
      }
      offset += headDim;
    }
  }
  const shape: [number, number, number, number] = [rows, 1, length, headDim];
  return { cos: tf.tensor4d(cos, shape), sin: tf.tensor4d(sin, shape), turn: halfTurn(headDim) };
}

/** x times it is (−second half, first half) of x, exactly: each entry is one entry of x. */
function halfTurn(headDim: number): Tensor2D {
  const half = headDim / 2;
  const turn = new Float32Array(headDim * headDim);
  for (let i = 0; i < half; i += 1) {
    turn[(half + i) * headDim + i] = -1;
    turn[i * headDim + half + i] = 1;
  }
  return tf.tensor2d(turn, [headDim, headDim]);
}

/** Positions 0, 1, …, length − 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Rotates x [B, H, S, headDim], or of a single token [B, KV, H/KV, headDim], by its angles. The gradient is the rotation by the opposite angles. */
export function applyRope(x: Tensor4D, angles: RopeAngles): Tensor4D {
  if (!recordsGradient()) return rotated(x, angles);
  const rotate = tf.customGrad((...inputs) => {
    const [input, save] = inputs as unknown as [Tensor4D, (tensors: Tensor[]) => void];
    save([angles.cos, angles.sin, angles.turn]);
    const gradFunc = (dy: Tensor, saved: Tensor[]): Tensor => {
      const [cos, sin, turn] = saved as [Tensor4D, Tensor4D, Tensor2D];
      return rotateBack(dy as Tensor4D, { cos, sin, turn });
    };
    return { value: rotated(input, angles), gradFunc };
  });
  return rotate(x) as Tensor4D;
}

/** The gradient of `rotated`. */
export function rotateBack(dy: Tensor4D, { cos, sin, turn }: RopeAngles): Tensor4D {
  return tf.tidy(() => rotated(dy, { cos, sin: tf.neg(sin), turn }));
}

/** `applyRope` without a gradient of its own. */
export function rotated(x: Tensor4D, { cos, sin, turn }: RopeAngles): Tensor4D {
  return tf.tidy(() => {
    // One large product for a text; of a single token, laying it out would cost more than the small ones.
    const turned = cos.shape[2] === 1 ? tf.matMul(x, turn) : tf.reshape(tf.matMul(tf.reshape(x, [-1, x.shape[3]]), turn), x.shape);
    return tf.add(tf.mul(x, cos), tf.mul(turned, sin)) as Tensor4D;
  });
}
