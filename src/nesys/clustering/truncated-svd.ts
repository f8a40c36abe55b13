/**
 * Truncated singular value decomposition of a sparse matrix by random projection
 * (Halko, Martinsson and Tropp 2011, Algorithm 4.4): the range of X is found from
 * X·Ω with power iterations, and the small matrix QᵀX is decomposed exactly.
 */
import { Matrix, QrDecomposition, SingularValueDecomposition } from 'ml-matrix';
import { randomStream, type Random } from '../../random.ts';
import type { SparseMatrix } from './tfidf.ts';

/** Columns of the random projection beyond those that are kept. */
const OVERSAMPLING = 10;
/** Products with XᵀX that sharpen the range; four are ample for the flat spectra of texts. */
const POWER_ITERATIONS = 4;

/**
 * The rows of X in its leading singular directions: U·Σ, [rows, min(rank, rows, width)].
 * The sign of a column is such that its entry of largest magnitude is positive.
 *
 * @param seed names the stream of the projection
 */
export function truncatedSvd(x: SparseMatrix, rank: number, seed: string): number[][] {
  const [n, width] = [x.rows.length, x.width];
  const kept = Math.min(rank, n, width);
  if (kept === 0) return x.rows.map(() => []);
  const q = rangeOf(x, Math.min(kept + OVERSAMPLING, n, width), randomStream(seed));
  const small = timesTransposed(x, q).transpose(); // QᵀX: [sketch, width]
  const { leftSingularVectors, diagonal } = new SingularValueDecomposition(small, { autoTranspose: true });
  const projected = q.mmul(leftSingularVectors).to2DArray();
  const rows = projected.map((row) => row.slice(0, kept).map((value, j) => value * diagonal[j]!));
  return withFixedSigns(rows);
}

/** An orthonormal basis [n, sketch] of the leading range of X. */
function rangeOf(x: SparseMatrix, sketch: number, random: Random): Matrix {
  let basis = orthonormal(times(x, gaussian(x.width, sketch, random)));
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration += 1) {
    basis = orthonormal(times(x, orthonormal(timesTransposed(x, basis))));
  }
  return basis;
}

function orthonormal(matrix: Matrix): Matrix {
  return new QrDecomposition(matrix).orthogonalMatrix;
}

/** X·B: [rows, B's columns]. */
function times({ rows }: SparseMatrix, b: Matrix): Matrix {
  const product = Matrix.zeros(rows.length, b.columns);
  rows.forEach(({ columns, values }, row) =>
    columns.forEach((column, i) => {
      for (let j = 0; j < b.columns; j += 1) product.set(row, j, product.get(row, j) + values[i]! * b.get(column, j));
    }),
  );
  return product;
}

/** Xᵀ·B: [width, B's columns]. */
function timesTransposed({ rows, width }: SparseMatrix, b: Matrix): Matrix {
  const product = Matrix.zeros(width, b.columns);
  rows.forEach(({ columns, values }, row) =>
    columns.forEach((column, i) => {
      for (let j = 0; j < b.columns; j += 1) product.set(column, j, product.get(column, j) + values[i]! * b.get(row, j));
    }),
  );
  return product;
}

/** Standard normal entries by Box and Muller. */
function gaussian(rows: number, columns: number, random: Random): Matrix {
  const draw = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return new Matrix(Array.from({ length: rows }, () => Array.from({ length: columns }, draw)));
}

function withFixedSigns(rows: readonly (readonly number[])[]): number[][] {
  const width = rows[0]?.length ?? 0;
  const signs = Array.from({ length: width }, (_, j) => {
    const largest = rows.reduce((best, row) => (Math.abs(row[j]!) > Math.abs(best) ? row[j]! : best), 0);
    return largest < 0 ? -1 : 1;
  });
  return rows.map((row) => row.map((value, j) => value * signs[j]!));
}
