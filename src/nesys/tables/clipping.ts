/** Scores of the published files that are outside [−1, 1], which clipping would change. */
import { MODELS } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

/** A line for each file with such scores. */
export function clipLines(results: readonly PublishedResult[]): string[] {
  return results.flatMap(({ pair }) =>
    (['dev', 'test'] as const).flatMap((split) => {
      const scores = pair[split]?.questions.flatMap((question) => question.scores.flatMap((row) => row ?? [])) ?? [];
      const outside = scores.filter((score) => Math.abs(score) > 1);
      if (outside.length === 0) return [];
      const largest = outside.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
      return [`${pair.environment}, ${MODELS[pair.model]}, ${split}: ${outside.length} of ${scores.length} scores are outside, the largest ${largest}`];
    }),
  );
}
