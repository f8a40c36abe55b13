/**
 * The stacked step-level contrastive loss (Eq. 5): for every step and each of its
 * gold rules, −log softmax of the rule's relevance over the pool. The other gold
 * rules of the same step leave the denominator; those of other steps stay in it.
 */
import { tf, type Scalar, type Tensor2D } from '../backend/tf.ts';
import { weightedCrossEntropy } from '../lm/cross-entropy.ts';
import { MASKED } from '../lm/masks.ts';
import { pickRows } from '../lm/rows.ts';

/**
 * @param scores relevance of M rules to each of N steps, [N, M]
 * @param positives rows of the gold rules of each step
 * @param temperature T; scores are divided by it
 * @returns mean over all (step, gold rule) pairs, in nats
 */
export function contrastiveLoss(scores: Tensor2D, positives: readonly (readonly number[])[], temperature: number): Scalar {
  const pairs = positives.flatMap((rows, step) => rows.map((row) => ({ step, row, rows })));
  const scaled = tf.mul(scores, 1 / temperature) as Tensor2D;
  const single = positives.every((rows) => rows.length === 1);
  const logits = single ? scaled : withoutOtherPositives(scaled, pairs);
  const weights = new Float32Array(pairs.length).fill(1 / pairs.length);
  return weightedCrossEntropy(logits, Int32Array.from(pairs, (pair) => pair.row), weights);
}

/** One row a pair, [pairs, M], with the step's other positives masked. */
function withoutOtherPositives(
  scores: Tensor2D,
  pairs: readonly { step: number; row: number; rows: readonly number[] }[],
): Tensor2D {
  const width = scores.shape[1];
  const mask = new Float32Array(pairs.length * width);
  pairs.forEach(({ row, rows }, pair) => {
    for (const other of rows) if (other !== row) mask[pair * width + other] = MASKED;
  });
  const repeated = pickRows(scores, Int32Array.from(pairs, (pair) => pair.step));
  return tf.add(repeated, tf.tensor2d(mask, [pairs.length, width])) as Tensor2D;
}
