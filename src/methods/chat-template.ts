/**
 * How a chat model is asked a question: the task, the rules, the question, in one message
 * of the user (after the paper's QA template, Figure 21). Unlike the tiny base, such a
 * model has never seen an answer of RuleWorld, so it is told how one is written.
 */
import { boxed, STEP_MARK } from '../ruleworld/prompt.ts';

/** Raised with every change of the text below; part of a method's fingerprint. */
export const CHAT_TEMPLATE_VERSION = 1;

const TASK = [
  'Answer the question with the help of the rules below.',
  '',
  '- Use only these rules and the facts that the question gives. Where they contradict what you know, they are right.',
  '- The question may name things in other words than the rules. What one rule concludes can be what another one needs.',
  `- Reason step by step. Begin each step with ${STEP_MARK}, apply one rule in it, and carry counts on from step to step.`,
  '- After the last step write the answers, in the order in which they are asked for, separated by commas, in one',
  `  ${boxed('')}. Write a count as digits, a change of a count as "gain 2" or "lose 2", and anything else by its name in`,
  `  the rules, and nothing besides. For example: ${boxed('4, bridge, deeply dizzy')}`,
].join('\n');

/** The message; rules stand one a line, in the order given. Without rules there is no list of them. */
export function chatPrompt(question: string, rules: readonly string[]): string {
  const list = rules.length === 0 ? '' : `Rules:\n${rules.join('\n')}\n\n`;
  return `${TASK}\n\n${list}Question: ${question}`;
}
