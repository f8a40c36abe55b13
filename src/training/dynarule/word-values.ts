/**
 * First value adapters that speak the base's own words. The lexical encoder lays out
 * token embeddings by section and place; with
 *
 *   W̃V = [M; …; M],   M = s / √A · W_Oᵀ (W_O W_Oᵀ + λ I)⁻¹,
 *
 * a rule that is attended to adds s times the embeddings of its words to the residual
 * stream, whatever place they have. At random, the values of a base whose residual
 * stream is hundreds long are noise, and training begins by not attending (docs/log.md).
 */
import { tf, type Tensor2D } from '../../backend/tf.ts';
import { embeddingScale } from '../../dynarule/adapters.ts';
import { raiseDiagonal, solvePositive } from '../../dynarule/ridge.ts';
import { UserError } from '../../errors.ts';

/** λ, as a share of the mean of the diagonal of W_O W_Oᵀ. */
const RIDGE = 0.01;

/**
 * @param output W_O of the layer, [A, D]
 * @param dimensions P, a multiple of D
 * @param scale s
 * @returns W̃V, [P, A]
 * @throws UserError where P is no multiple of D
 */
export function wordValues(output: Tensor2D, dimensions: number, scale: number): Tensor2D {
  const width = output.shape[1];
  if (dimensions % width !== 0) throw otherEncoder(dimensions, width);
  const inverse = rightInverse(output);
  const values = tf.tidy(() => {
    const scaled = tf.div(tf.mul(inverse, scale), embeddingScale(inverse)) as Tensor2D;
    return tf.tile(scaled, [dimensions / width, 1]);
  });
  inverse.dispose();
  return values;
}

/** W_Oᵀ (W_O W_Oᵀ + λ I)⁻¹, [D, A]: what times W_O gives the word back. */
function rightInverse(output: Tensor2D): Tensor2D {
  const [rows, width] = output.shape;
  const gram = Float64Array.from(tf.tidy(() => tf.matMul(output, output, false, true).dataSync()));
  raiseDiagonal(gram, rows, RIDGE);
  const solved = solvePositive(gram, Float64Array.from(output.dataSync()), rows);
  return tf.tidy(() => tf.transpose(tf.tensor2d(Float32Array.from(solved), [rows, width])));
}

function otherEncoder(dimensions: number, width: number): UserError {
  return UserError.of({
    expected: `rule embeddings made of the base's own token embeddings: a multiple of ${width} wide`,
    got: `${dimensions}`,
    where: { key: 'dynarule.valueInit' },
    fix: 'use encoder.kind: lexical with the same base, or valueInit: normal',
  });
}
