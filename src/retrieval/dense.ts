/**
 * Exact search by inner product over embeddings. A score is summed in 64 bits and in one
 * order, so that it depends on the two vectors alone: with a matrix product, rules that are
 * equally good would change places with the backend and with the questions asked beside it.
 */
import { checkPool } from './pool.ts';
import { checkK, topK, type Ranked } from './top-k.ts';

/**
 * The k documents of a pool with the highest inner product, all where it has fewer; ids are
 * positions in the pool, and equal scores are ranked by them.
 *
 * @param embeddings of all documents, row-major [n, P]
 * @param pool rows of `embeddings`
 * @param query [P]
 * @throws UserError for a pool without rules
 */
export function searchDense(embeddings: Float32Array, pool: readonly number[], query: Float32Array, k: number): Ranked[] {
  checkK(k);
  checkPool(pool, rowsOf(embeddings, query.length));
  const wide = Float64Array.from(query);
  return topK(Float64Array.from(pool, (row) => innerProduct(embeddings, row * wide.length, wide)), k);
}

/** Of the query and what stands in `values` from `start` on. */
function innerProduct(values: Float32Array, start: number, query: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i += 1) sum += (values[start + i] as number) * (query[i] as number);
  return sum;
}

function rowsOf(vectors: Float32Array, dimensions: number): number {
  const rows = vectors.length / dimensions;
  if (!Number.isInteger(rows)) throw new RangeError(`${vectors.length} numbers are no rows of ${dimensions}`);
  return rows;
}
