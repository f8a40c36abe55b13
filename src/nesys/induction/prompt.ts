/**
 * What a proposer is asked (NeSyS, Section 3.3 and its appendix, in words of our own): it
 * sees transitions that the world model got wrong and the rules so far, and writes one
 * rule as a Python function; where that does not help, it sees what went wrong.
 */
import type { ChatMessage } from '../../endpoint/chat.ts';
import type { WrongAnswer } from '../clustering/error-clusters.ts';
import type { InducedRule } from './bank.ts';

const SYSTEM = [
  'You find out how a world works, and write it down as rules in Python.',
  'A model of this world predicts which of several candidate states follows from a state and an action. It makes mistakes. A rule corrects them: it scores how well one candidate fits what must happen.',
  '',
  'Write exactly one function of this form, in one ```python block, with imports above it and helpers inside of it:',
  '',
  'def rule_short_name(state: str, action: str, choice: str) -> float:',
  '    """What the rule checks, in one sentence."""',
  '',
  'It returns a number from -1 to 1: above 0 if the candidate is as the rule demands, below 0 if it breaks the rule, and 0 where the rule does not apply, which should be most of the time. It sees one candidate at a time, knows nothing of which is right, and has no files and no network. Write a rule about the mechanism behind the mistakes, not about the examples themselves.',
].join('\n');

/** Asks for a rule that mends a cluster of errors. */
export function clusterPrompt(errors: readonly WrongAnswer[], rules: readonly InducedRule[]): ChatMessage[] {
  const parts = [
    rulesText(rules),
    `Transitions of one kind that the model gets wrong (${errors.length} shown):`,
    ...errors.map(errorText),
    'Which regularity of the world does the model miss here? Write the rule.',
  ];
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

/** Asks for a better version of a rule that does harm beside the neural model. */
export function repairPrompt(rule: InducedRule, harmed: readonly WrongAnswer[], others: readonly InducedRule[]): ChatMessage[] {
  const parts = [
    rulesText(others),
    `The rule ${rule.id} does more harm than good:\n\n\`\`\`python\n${(rule.source ?? '').trim()}\n\`\`\``,
    `Transitions that are wrong because of it (${harmed.length} shown):`,
    ...harmed.map(errorText),
    'Keep what is true of it and mend the rest. Write the whole rule anew, under another name.',
  ];
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

function rulesText(rules: readonly InducedRule[]): string {
  if (rules.length === 0) return 'There are no rules yet.';
  return ['Rules that are there already; do not repeat them, and do not use their names:', ...rules.map(({ id, about }) => `- ${id}: ${about}`)].join('\n');
}

function errorText({ question, answered }: WrongAnswer, index: number): string {
  const { state, action, choices, correct } = question;
  return [`Example ${index + 1}`, `State: ${state}`, `Action: ${action}`, `Right: ${choices[correct]!}`, `The model took: ${choices[answered]!}`].join('\n');
}

/** What came of a proposal that was not accepted. */
export interface Setback {
  /** What could not be read, run or accepted, in a sentence each. */
  readonly reasons: readonly string[];
  /** Errors of the cluster that the rule leaves as they are. */
  readonly remaining: readonly WrongAnswer[];
  /** Transitions that are wrong only since the rule is there. */
  readonly broken: readonly WrongAnswer[];
}

/** Asks for another version, after the reply that did not help. */
export function reflectionMessages(reply: string, setback: Setback): ChatMessage[] {
  const shown = (title: string, errors: readonly WrongAnswer[]): string[] => (errors.length === 0 ? [] : [title, ...errors.map(errorText)]);
  const parts = [
    `The rule was not taken: ${setback.reasons.join('; ')}.`,
    ...shown('Still wrong with it:', setback.remaining),
    ...shown('Wrong only since it is there:', setback.broken),
    'Say in a sentence or two what is amiss, then write the whole rule again, in one ```python block.',
  ];
  return [
    { role: 'assistant', content: reply },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

/** The Python text of a reply: its last fenced block, or null where there is none. */
export function codeOf(reply: string): string | null {
  const blocks = [...reply.matchAll(/```(?:python|py)?[ \t]*\r?\n([\s\S]*?)```/g)];
  return blocks.at(-1)?.[1] ?? null;
}
