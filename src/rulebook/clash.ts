/** Rules that must not stand in one set: the same id, the same rule twice, one premise with two conclusions. */
import { comparable, ruleText, type OwnRule } from './rule.ts';
import { topicOf } from './topic.ts';

/**
 * - `same-id`: two rules have one id.
 * - `duplicate`: two rules say the same.
 * - `conflict`: one premise, two conclusions about one thing.
 */
export type ClashKind = 'same-id' | 'duplicate' | 'conflict';

export interface Clash {
  readonly kind: ClashKind;
  /** Position of the later rule, which is the one to refuse, and of the one that was there before. */
  readonly at: number;
  readonly other: number;
}

/** A rule in its compared form. */
interface Claim {
  /** Premise and what the conclusion is about. */
  readonly key: string;
  readonly conclusion: string;
}

/** Kept for each rule object, so that an edit of a large set compares texts of changed rules alone. */
const claims = new WeakMap<OwnRule, Claim>();

/** All clashes, each of a rule with the first one that it clashes with. */
export function findClashes(rules: readonly OwnRule[]): Clash[] {
  const byId = new Map<string, number>();
  const byKey = new Map<string, number>();
  return rules.flatMap((rule, at): Clash[] => {
    const { key, conclusion } = claimOf(rule);
    const sameId = putFirst(byId, rule.id, at);
    const other = putFirst(byKey, key, at);
    if (sameId !== null) return [{ kind: 'same-id', at, other: sameId }];
    if (other === null) return [];
    const same = claimOf(rules[other] as OwnRule).conclusion === conclusion;
    return [{ kind: same ? 'duplicate' : 'conflict', at, other }];
  });
}

/** Enters `at` under a key that has no entry; returns the entry of one that has. */
function putFirst(entries: Map<string, number>, key: string, at: number): number | null {
  const before = entries.get(key);
  if (before === undefined) entries.set(key, at);
  return before ?? null;
}

function claimOf(rule: OwnRule): Claim {
  const known = claims.get(rule);
  if (known !== undefined) return known;
  const conclusion = comparable(rule.conclusion);
  const claim = { key: `${comparable(rule.premise)}\n${topicOf(conclusion)}`, conclusion };
  claims.set(rule, claim);
  return claim;
}

/** One line that quotes both rules. */
export function clashText(kind: ClashKind, rule: OwnRule, other: OwnRule): string {
  const quoted = `"${ruleText(rule)}" and rule ${other.id} "${ruleText(other)}"`;
  switch (kind) {
    case 'same-id':
      return `two rules have the id ${rule.id}: ${quoted}`;
    case 'duplicate':
      return `the same rule twice: ${quoted}`;
    case 'conflict':
      return `one premise, two conclusions: ${quoted}`;
  }
}
