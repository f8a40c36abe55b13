/**
 * How a question and its answer stand in text (paper, Appendix A): the prompt
 * with or without rules, and the completion `[Step] … <search> [Step] … \boxed{…}`.
 */
import type { Question, Representation } from './types.ts';

/** Opens each step of an answer. */
export const STEP_MARK = '[Step]';

/** Stands after each step that has a next one, and calls for new rules. */
export const SEARCH_MARK = '<search>';

/** The prompt: the rules, one a line, where given; then the question. Ends with `Answer:` without a space. */
export function promptText(questionText: string, rules: readonly string[] = []): string {
  const context = rules.length === 0 ? '' : `Rules:\n${rules.join('\n')}\n\n`;
  return `${context}Question: ${questionText}\nAnswer:`;
}

/** The answer that follows a prompt, without `<search>`, which is a token and no text; begins with a space. */
export function completionText(question: Question, representation: Representation): string {
  const steps = question.steps.map((step) => ` ${STEP_MARK} ${step.explanation[representation]}`);
  return `${steps.join('')} ${boxed(question.answer)}`;
}

/** The answer in its box: `\boxed{4, bridge}`. */
export function boxed(answer: string): string {
  return `\\boxed{${answer}}`;
}
