/** The query state of each step (Eq. 3, Eq. 4): at its `<search>`, or the mean over the question or the context. */
import { tf, type Tensor2D } from '../backend/tf.ts';
import { pickRows } from '../lm/rows.ts';
import type { BatchStep } from './step-batch.ts';

/**
 * @param queries q̃ of all tokens, [B·S, A]
 * @param length S
 * @returns [N, A], one row a step; the mean of dot products is the dot product with the mean, weighted or not
 */
export function stepQueries(queries: Tensor2D, steps: readonly BatchStep[], length: number): Tensor2D {
  const positions = steps.map(({ row, query }) => (query.kind === 'token' ? row * length + query.position : -1));
  if (!positions.includes(-1)) return pickRows(queries, Int32Array.from(positions));
  return tf.matMul(averaging(steps, length, queries.shape[0]), queries);
}

/** A matrix [N, B·S] whose product with token rows is each step's mean, or the state at its token. */
function averaging(steps: readonly BatchStep[], length: number, tokens: number): Tensor2D {
  const matrix = new Float32Array(steps.length * tokens);
  steps.forEach(({ row, query }, index) => {
    const start = index * tokens + row * length;
    if (query.kind === 'token') matrix[start + query.position] = 1;
    else if (query.weights === undefined) matrix.fill(1 / (query.to - query.from), start + query.from, start + query.to);
    else matrix.set(shares(query.weights), start + query.from);
  });
  return tf.tensor2d(matrix, [steps.length, tokens]);
}

function shares(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
