/** What a chat model is asked for questions about a rule, and which of its lines are questions that can be used. */
import type { ChatMessage } from '../../endpoint/chat.ts';
import { taggedWords } from '../../encoder/tagged-words.ts';
import { comparable, ruleText, type OwnRule } from '../rule.ts';

/** Characters of a question. */
const LENGTH = { least: 8, most: 300 } as const;
/** Share of the words of a premise that a question about it must keep. */
const KEPT = 0.3;

export function questionPrompt(rule: OwnRule, count: number): ChatMessage[] {
  const asked =
    `Write ${count} questions that people could ask who need this rule and do not know it, each in other words, one a line, without numbering. ` +
    'A question names all that the premise says, so that it can be about no other rule, and does not give the answer away.';
  return [{ role: 'user', content: `${asked}\n\nRule: ${ruleText(rule)}` }];
}

/** Finds the rules whose premise shares most words with a text. */
export type NearestPremises = (text: string) => ReadonlySet<string>;

/** @returns ids of the rules that share as many words as any */
export function nearestPremises(rules: readonly OwnRule[]): NearestPremises {
  const premises = rules.map(({ id, premise }) => ({ id, words: new Set(wordsOf(premise)) }));
  return (text) => {
    const words = new Set(wordsOf(text));
    const shares = premises.map((premise) => [...premise.words].filter((word) => words.has(word)).length / Math.max(1, premise.words.size));
    const best = Math.max(...shares);
    return new Set(premises.flatMap(({ id }, at) => (shares[at] === best ? [id] : [])));
  };
}

/**
 * The lines of a reply that ask about this rule: of some length, each once, with the numbers and enough of the words of the
 * premise, nearer to no other premise, and without all that the conclusion adds.
 */
export function checkedQuestions(reply: string, rule: OwnRule, nearest: NearestPremises): string[] {
  const seen = new Set<string>();
  return reply.split('\n').map(plainLine).filter((line) => {
    const key = comparable(line);
    const usable = !seen.has(key) && asksAbout(line, rule) && nearest(line).has(rule.id);
    seen.add(key);
    return usable;
  });
}

/** Without the mark of a list in front of it. */
function plainLine(line: string): string {
  return line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').replace(/\s+/g, ' ').trim();
}

function asksAbout(line: string, { premise, conclusion }: OwnRule): boolean {
  if (line.length < LENGTH.least || line.length > LENGTH.most || !line.endsWith('?')) return false;
  const words = new Set(wordsOf(line));
  const needed = wordsOf(premise);
  const told = wordsOf(conclusion).filter((word) => !needed.includes(word));
  if (told.length > 0 && told.every((word) => words.has(word))) return false;
  const numbers = needed.filter((word) => /^\d/.test(word));
  return numbers.every((number) => words.has(number)) && needed.filter((word) => words.has(word)).length >= KEPT * needed.length;
}

function wordsOf(text: string): string[] {
  return taggedWords(text).flatMap(({ form, kind }) => (kind === 'variable' ? [] : [form]));
}
