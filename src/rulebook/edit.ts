/** Edits of a set of rules: what is asked for, and the new rules or the reason for refusing all of it. */
import { clashText, findClashes, type ClashKind } from './clash.ts';
import type { OwnRule } from './rule.ts';
import type { RuleDraft } from './rule-row.ts';

/** One edit; all of it happens or nothing of it. */
export interface RuleEdit {
  /** Rules that are new; one without an id gets the next free number. */
  readonly add?: readonly RuleDraft[];
  /** Rules that say something else from now on. */
  readonly change?: readonly OwnRule[];
  /** Ids of rules that go. */
  readonly remove?: readonly string[];
}

export interface Refusal {
  readonly kind: ClashKind | 'unknown-id';
  /** One line that says what is wrong. */
  readonly message: string;
  /** The rule of the set that stands in the way. */
  readonly conflictsWith: OwnRule | null;
}

/** What the set is afterwards. */
export interface Edited {
  readonly rules: readonly OwnRule[];
  /** Those of them that are new or say something else, with their ids. */
  readonly touched: readonly OwnRule[];
}

export function isRefusal(result: object): result is Refusal {
  return 'message' in result;
}

/** Rules that stay keep their places and objects, changed ones their places; new ones come last. */
export function applyEdit(rules: readonly OwnRule[], { add = [], change = [], remove = [] }: RuleEdit): Edited | Refusal {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = [...change.map(({ id }) => id), ...remove].find((id) => !known.has(id));
  if (unknown !== undefined) return { kind: 'unknown-id', message: `there is no rule with the id ${unknown}`, conflictsWith: null };
  const removed = new Set(remove);
  const changed = new Map(change.map((rule) => [rule.id, rule]));
  const stay = rules.flatMap((rule) => (removed.has(rule.id) ? [] : [changed.get(rule.id) ?? rule]));
  const added = withIds(add, known);
  return refusalOf([...stay, ...added]) ?? { rules: [...stay, ...added], touched: [...change.filter(({ id }) => !removed.has(id)), ...added] };
}

/** Numbers above every number that is an id, so that no edit gives one out twice. */
function withIds(drafts: readonly RuleDraft[], known: ReadonlySet<string>): OwnRule[] {
  const given = drafts.flatMap(({ id }) => id ?? []);
  let last = [...known, ...given].reduce((most, id) => (/^\d{1,15}$/.test(id) ? Math.max(most, Number(id)) : most), 0);
  return drafts.map(({ id, ...content }) => ({ id: id ?? String((last += 1)), ...content }));
}

function refusalOf(rules: readonly OwnRule[]): Refusal | null {
  const [clash] = findClashes(rules);
  if (clash === undefined) return null;
  const [rule, other] = [rules[clash.at] as OwnRule, rules[clash.other] as OwnRule];
  return { kind: clash.kind, message: clashText(clash.kind, rule, other), conflictsWith: other };
}

