/** Normally distributed first values. */
import { tf, type Tensor } from '../backend/tf.ts';

/** Where uniform draws in [0, 1) come from; a named random stream is one. */
export interface UniformDraws {
  next(): number;
}

/** Box–Muller draws from a named stream, so that a seed means the same on every backend. */
export function normal(shape: readonly number[], std: number, random: UniformDraws): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  const values = new Float32Array(size);
  for (let i = 0; i < size; i += 2) {
    const radius = std * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    values[i] = radius * Math.cos(angle);
    if (i + 1 < size) values[i + 1] = radius * Math.sin(angle);
  }
  return tf.tensor(values, [...shape]);
}
