/** A linear map that leaves the coordinates of states uncorrelated and of one size: the large parts of a state that are the same in all of them lose their weight. */
import { raiseDiagonal } from './ridge.ts';

/**
 * W with Wᵀ M W = I, by M = L Lᵀ (Cholesky) and W = L⁻ᵀ.
 *
 * @param moments M = HᵀH / N of states H, row-major [width, width]
 * @param ridge added to the diagonal, as a share of its mean
 * @returns row-major [width, width], upper triangular
 */
export function whitening(moments: Float64Array, ridge: number): Float64Array {
  const width = Math.sqrt(moments.length);
  const raised = Float64Array.from(moments);
  raiseDiagonal(raised, width, ridge);
  return inverseTransposed(cholesky(raised, width), width);
}

/** The lower triangle L of M = L Lᵀ. */
function cholesky(matrix: Float64Array, width: number): Float64Array {
  const lower = new Float64Array(matrix.length);
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const rest = (matrix[row * width + column] as number) - productOfRows(lower, width, row, column, column);
      lower[row * width + column] = row === column ? Math.sqrt(rest) : rest / (lower[column * width + column] as number);
    }
  }
  return lower;
}

/** Σ over the first `count` columns of two rows. */
function productOfRows(matrix: Float64Array, width: number, one: number, other: number, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k += 1) sum += (matrix[one * width + k] as number) * (matrix[other * width + k] as number);
  return sum;
}

/** L⁻ᵀ, column by column of L⁻¹: forward substitution on the identity. */
function inverseTransposed(lower: Float64Array, width: number): Float64Array {
  const inverse = new Float64Array(lower.length);
  for (let column = 0; column < width; column += 1) {
    for (let row = column; row < width; row += 1) {
      let rest = row === column ? 1 : 0;
      // Column `column` of L⁻¹ is row `column` of the result.
      for (let k = column; k < row; k += 1) rest -= (lower[row * width + k] as number) * (inverse[column * width + k] as number);
      inverse[column * width + row] = rest / (lower[row * width + row] as number);
    }
  }
  return inverse;
}
