/** How well relevance ranks: the figure that trainings log. */
import { tf, type Tensor2D } from '../backend/tf.ts';

/**
 * Share of steps whose best rule is one of their gold rules; 0 for no steps.
 *
 * @param scores relevance of M rules to each of N steps, [N, M]
 * @param positives rows of the gold rules of each step
 */
export function recallAtOne(scores: Tensor2D, positives: readonly (readonly number[])[]): number {
  const best = tf.tidy(() => tf.argMax(scores, 1).dataSync());
  const hits = positives.filter((gold, step) => gold.includes(best[step] as number)).length;
  return hits / Math.max(1, positives.length);
}
