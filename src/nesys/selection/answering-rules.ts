/**
 * How many rules answer a question by themselves: k of NeSyS's rule-guided selection
 * (phase 2). A rule answers it rightly where it scores the right choice above every
 * other one; a tie for the best score is no answer. Of a question with a single choice,
 * a rule must score that choice above 0.
 */
import type { ScoredQuestion } from '../question.ts';

/** Whether a rule, by its scores of all choices, answers rightly. */
function answersRightly(scores: readonly number[], correct: number): boolean {
  const others = scores.filter((_, choice) => choice !== correct);
  return scores[correct]! > Math.max(...(others.length === 0 ? [0] : others));
}

/** k: rules that answer the question rightly. */
export function answeringRules({ scores, correct }: ScoredQuestion): number {
  return scores.filter((row) => row !== null && answersRightly(row, correct)).length;
}
