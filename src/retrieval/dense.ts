/**
 * Exact search by inner product over embeddings. The vectors are kept as tensors, in
 * blocks, so that the scores of a batch of queries stay small.
 */
import { tf, type Tensor2D } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
import { checkK, topK, type Ranked } from './top-k.ts';

/** Rows of one block. */
const BLOCK_ROWS = 65_536;
/** Queries scored at once. */
const BATCH_QUERIES = 64;

export interface DenseIndex {
  readonly size: number;
  readonly dimensions: number;
  /** The vectors in order, [≤ BLOCK_ROWS, P] each. */
  readonly blocks: readonly Tensor2D[];
}

/**
 * Indexes vectors (row-major [n, P]); a document's id is its row. Free it with `disposeDense`.
 * @throws UserError where there are no vectors
 */
export function buildDense(vectors: Float32Array, dimensions: number): DenseIndex {
  const size = rowsOf(vectors, dimensions);
  if (size === 0) {
    throw UserError.of({ expected: 'at least one rule', got: 'no rules', fix: 'check which file or folder the rules are read from' });
  }
  const blocks: Tensor2D[] = [];
  for (let start = 0; start < size; start += BLOCK_ROWS) {
    const end = Math.min(start + BLOCK_ROWS, size);
    // A copy: the cpu backend would otherwise keep a view of the caller's array.
    blocks.push(tf.tensor2d(vectors.slice(start * dimensions, end * dimensions), [end - start, dimensions]));
  }
  return { size, dimensions, blocks };
}

export function disposeDense(index: DenseIndex): void {
  tf.dispose([...index.blocks]);
}

/**
 * For each query (row-major [q, P]) the k documents of highest inner product; all where k > n.
 * Equal scores are ranked by id.
 */
export function searchDense(index: DenseIndex, queries: Float32Array, k: number): Ranked[][] {
  checkK(k);
  const count = rowsOf(queries, index.dimensions);
  const rankings: Ranked[][] = [];
  for (let start = 0; start < count; start += BATCH_QUERIES) {
    const end = Math.min(start + BATCH_QUERIES, count);
    const batch = queries.subarray(start * index.dimensions, end * index.dimensions);
    rankings.push(...allScores(index, batch, end - start).map((scores) => topK(scores, k)));
  }
  return rankings;
}

/** One array [n] of scores for each query of a batch. */
function allScores(index: DenseIndex, queries: Float32Array, count: number): Float32Array[] {
  const scores = Array.from({ length: count }, () => new Float32Array(index.size));
  tf.tidy(() => {
    const batch = tf.tensor2d(queries, [count, index.dimensions]);
    let start = 0;
    for (const block of index.blocks) {
      const rows = block.shape[0];
      const products = tf.matMul(batch, block, false, true).dataSync<'float32'>();
      for (const [query, all] of scores.entries()) all.set(products.subarray(query * rows, (query + 1) * rows), start);
      start += rows;
    }
  });
  return scores;
}

function rowsOf(vectors: Float32Array, dimensions: number): number {
  const rows = vectors.length / dimensions;
  if (!Number.isInteger(rows)) throw new RangeError(`${vectors.length} numbers are no rows of ${dimensions}`);
  return rows;
}
