/**
 * A first query and key adapter for the confidence layer, in closed form. The state at
 * a `<search>` is nearly the same in every question; what tells questions apart is a
 * small part of it, and gradient descent takes hundreds of steps to find that part.
 * Ridge regression from states to the embeddings of the gold rules finds it at once:
 *
 *   B = (HᵀH / N + λ I)⁻¹ Hᵀ(E − ē) / N,   W̃Q = I,   W̃K = s · Bᵀ,
 *
 * so that relevance begins as the dot product of a rule with the predicted one.
 */

/** Sums over states that the regression needs. */
export interface RidgeSums {
  /** N. */
  count: number;
  /** HᵀH, row-major [D, D]. */
  readonly states: Float64Array;
  /** Hᵀ(E − ē), row-major [D, P]. */
  readonly products: Float64Array;
}

export function emptySums(width: number, dimensions: number): RidgeSums {
  return { count: 0, states: new Float64Array(width * width), products: new Float64Array(width * dimensions) };
}

/** Adds the products of one batch, [D, D] and [D, P]. */
export function addToSums(sums: RidgeSums, count: number, states: ArrayLike<number>, products: ArrayLike<number>): void {
  sums.count += count;
  for (let i = 0; i < sums.states.length; i += 1) sums.states[i] = (sums.states[i] as number) + (states[i] as number);
  for (let i = 0; i < sums.products.length; i += 1) {
    sums.products[i] = (sums.products[i] as number) + (products[i] as number);
  }
}

/**
 * Solves for B.
 *
 * @param ridge λ, as a share of the mean of HᵀH's diagonal
 * @returns B, row-major [D, P]
 */
export function solveRidge(sums: RidgeSums, ridge: number): Float64Array {
  const width = Math.sqrt(sums.states.length);
  const matrix = sums.states.map((value) => value / sums.count);
  raiseDiagonal(matrix, width, ridge);
  return solvePositive(matrix, sums.products.map((value) => value / sums.count), width);
}

/** Adds a share of the diagonal's mean to a square matrix's diagonal, in place, so that the matrix can be inverted. */
export function raiseDiagonal(matrix: Float64Array, width: number, share: number): void {
  let trace = 0;
  for (let at = 0; at < matrix.length; at += width + 1) trace += matrix[at] as number;
  for (let at = 0; at < matrix.length; at += width + 1) matrix[at] = (matrix[at] as number) + (share * trace) / width;
}

/**
 * Solves M X = R by Gauss–Jordan elimination. The matrix is positive definite, so the diagonal
 * serves as pivot. Overwrites both.
 *
 * @param matrix M, row-major [width, width]
 * @param right R, row-major [width, n]
 * @returns X, in the place of R
 */
export function solvePositive(matrix: Float64Array, right: Float64Array, width: number): Float64Array {
  const columns = right.length / width;
  for (let pivot = 0; pivot < width; pivot += 1) {
    const inverse = 1 / (matrix[pivot * width + pivot] as number);
    scaleRow(matrix, pivot, width, inverse);
    scaleRow(right, pivot, columns, inverse);
    for (let row = 0; row < width; row += 1) {
      if (row === pivot) continue;
      const factor = matrix[row * width + pivot] as number;
      subtractRow(matrix, row, pivot, width, factor);
      subtractRow(right, row, pivot, columns, factor);
    }
  }
  return right;
}

function scaleRow(matrix: Float64Array, row: number, width: number, factor: number): void {
  for (let i = row * width; i < (row + 1) * width; i += 1) matrix[i] = (matrix[i] as number) * factor;
}

function subtractRow(matrix: Float64Array, row: number, other: number, width: number, factor: number): void {
  for (let i = 0; i < width; i += 1) {
    matrix[row * width + i] = (matrix[row * width + i] as number) - factor * (matrix[other * width + i] as number);
  }
}
