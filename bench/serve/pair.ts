/**
 * The pair of rules that is edited under load. Both change in one edit, so that the rules are in one of two states, and
 * the version says in which: whoever sees one rule in one state and the other in the other has seen half an edit.
 */
import type { OwnRule } from '../../src/rulebook/rule.ts';

export interface Pair {
  /** Both rules before the first edit and after every second one, and in between. */
  readonly states: readonly [readonly [OwnRule, OwnRule], readonly [OwnRule, OwnRule]];
}

/** The state that belongs to a version, where every edit changes the pair. */
export function stateOf(version: number): 0 | 1 {
  return version % 2 === 0 ? 0 : 1;
}

/** Whether these rules, as far as they are of the pair, are in the state of the version. */
export function isWhole({ states }: Pair, version: number, rules: readonly OwnRule[]): boolean {
  const expected = new Map(states[stateOf(version)].map((rule) => [rule.id, rule.conclusion]));
  return rules.every(({ id, conclusion }) => (expected.get(id) ?? conclusion) === conclusion);
}
