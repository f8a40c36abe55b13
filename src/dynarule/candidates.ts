/** Which rules a step attends to: KeepDim(TopK ∪ gold, K) of Eq. 3. */
import { UserError } from '../errors.ts';

/**
 * The K best of M scores, with all of `required` among them: required rules first
 * where they would not have made it, then the best of the rest; K in all, by
 * descending score. Equal scores keep the order of the rows.
 *
 * @param scores relevance of M rules
 * @param k at most M
 * @param required rows that must be kept (gold rules in training, none at inference)
 * @param open 1 for rows that may be chosen besides the required ones; null for all
 * @throws UserError where more rows are required than kept
 */
export function keepDim(
  scores: Float32Array,
  k: number,
  required: readonly number[] = [],
  open: Uint8Array | null = null,
): Int32Array {
  const kept = new Set(required);
  if (kept.size > k) {
    throw UserError.of({
      expected: `at most K = ${k} gold rules in a step`,
      got: String(kept.size),
      where: { key: 'dynarule.topK' },
      fix: 'raise dynarule.topK, or use stepGranularity: rule',
    });
  }
  for (const row of topRows(scores, k, open)) {
    if (kept.size === k) break;
    kept.add(row);
  }
  const byScore = (a: number, b: number): number => (scores[b] as number) - (scores[a] as number) || a - b;
  return Int32Array.from([...kept].sort(byScore));
}

/**
 * Rows of the k largest scores, best first; equal scores in the order of the rows.
 * Unlike `topK` of the retrievers it takes closed rows, and lets NaN pass: where
 * training diverges, the gradient's norm is what reports it.
 *
 * @param open 1 for rows that count; null for all
 */
export function topRows(scores: Float32Array, k: number, open: Uint8Array | null = null): number[] {
  const size = Math.min(k, scores.length);
  const rows: number[] = [];
  let worst = -Infinity;
  for (let row = 0; row < scores.length; row += 1) {
    const score = scores[row] as number;
    if ((rows.length === size && score <= worst) || open?.[row] === 0) continue;
    insertByScore(rows, row, scores);
    if (rows.length > size) rows.pop();
    if (rows.length === size) worst = scores[rows[size - 1] as number] as number;
  }
  return rows;
}

/** Inserts after all rows of equal or larger score. */
function insertByScore(rows: number[], row: number, scores: Float32Array): void {
  const score = scores[row] as number;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scores[rows[middle] as number] as number) >= score) low = middle + 1;
    else high = middle;
  }
  rows.splice(low, 0, row);
}
