/**
 * Checks that rules are consistent, whoever wrote them. Shares no code with the
 * generator: only words and texts.
 */
import { checkCauses } from './checker-causes.ts';
import type { Fault, FindingKind } from './checker-fault.ts';
import { checkPremises } from './checker-premises.ts';
import { checkWords } from './checker-words.ts';
import { ruleText } from './rule-text.ts';
import type { Rule } from './types.ts';

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
