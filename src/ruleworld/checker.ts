/**
 * Checks that rules are consistent, whoever wrote them. Shares no code with the
 * generator: only words and texts.
 */
import { checkCauses } from './checker-causes.ts';
import { checkPremises } from './checker-premises.ts';
import { checkWords } from './checker-words.ts';
import { ruleText } from './rule-text.ts';
import type { Rule } from './types.ts';

/**
 * - `duplicate`: two rules say the same.
 * - `conflict`: two rules with one premise say different things of one thing.
 * - `cycle`: a change of an attribute comes back to that attribute, whatever the directions.
 * - `second-path`: one cause reaches an attribute, state or environment in two ways.
 * - `entity-dependent`: a rule that is not about an entity uses a word for entities.
 * - `unknown-word`: a word that is not in the vocabulary, or not for this use.
 * - `count`: not a whole number from 1 to 99.
 */
export type FindingKind =
  | 'duplicate'
  | 'conflict'
  | 'cycle'
  | 'second-path'
  | 'entity-dependent'
  | 'unknown-word'
  | 'count';

/** A fault before its message is written. */
export interface Fault {
  readonly kind: FindingKind;
  readonly rules: readonly Rule[];
  /** What the rules have to do with one another. */
  readonly about: string;
}

export interface Finding {
  readonly kind: FindingKind;
  /** Ids of the rules concerned; of a cycle or a path, in its order. */
  readonly rules: readonly number[];
  /** One line that quotes the rules. */
  readonly message: string;
}

/** All faults of a repository; an empty list means that it is consistent. */
export function checkRules(rules: readonly Rule[]): Finding[] {
  return [...checkPremises(rules), ...checkCauses(rules), ...checkWords(rules)].map(finding);
}

function finding({ kind, rules, about }: Fault): Finding {
  const quoted = rules.map((rule) => `rule ${rule.id} "${ruleText(rule).NL}"`);
  return { kind, rules: rules.map((rule) => rule.id), message: `${kind}: ${about}: ${quoted.join(', ')}` };
}
