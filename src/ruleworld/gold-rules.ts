/** The rules that a question is answered from. */
import type { Question } from './types.ts';

/** Ids of all rules that the steps of a question need, each once, in the order of the steps. */
export function goldRules(question: Question): Set<number> {
  return new Set(question.steps.flatMap((step) => step.gold));
}
