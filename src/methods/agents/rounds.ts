/** Rounds of an agent: what it searched for, what came back, and how the finds of all rounds become one list. */
import { taggedWords } from '../../encoder/tagged-words.ts';
import type { RetrievedRule } from '../method.ts';

/** Searches that an agent has (the paper's four). */
export const ROUNDS = 4;

/** Rules that a search brings, and rules of all searches together that the answer may stand on. */
export const ROUND_TOP = 100;

export interface Round {
  /** Null where the model asked for nothing that can be searched: then nothing is retrieved. */
  readonly query: string | null;
  /** Best first. */
  readonly retrieved: readonly RetrievedRule[];
}

/**
 * The rules of all rounds as one list, best first, `ROUND_TOP` at most: by a rule's best place in
 * any round, equal places in the order of the rounds. Each score is one over that place.
 *
 * Rounds look for different rules, so the first find of each must stay in front. Reciprocal rank
 * fusion would put a rule that four rounds rank fiftieth before one that a single round ranks first.
 */
export function mergeRounds(rounds: readonly (readonly RetrievedRule[])[]): RetrievedRule[] {
  const merged = new Map<number, RetrievedRule>();
  for (let place = 0; place < ROUND_TOP; place += 1) {
    for (const retrieved of rounds) {
      const rule = retrieved[place];
      if (rule !== undefined && !merged.has(rule.id)) merged.set(rule.id, { id: rule.id, score: 1 / (place + 1) });
    }
  }
  return [...merged.values()].slice(0, ROUND_TOP);
}

/** Whether a text that a model wrote has a word to search for; function words and variables alone are none. */
export function isSearchable(text: string): boolean {
  return taggedWords(text).some(({ kind, form }) => kind === 'content' && /\p{L}/u.test(form));
}
