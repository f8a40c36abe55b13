/** What all relations share while a world is being drawn. */
import { UserError } from '../errors.ts';
import { randomStream, type Random } from '../random.ts';
import { ruleKey } from './rule-key.ts';
import { RELATIONS, type ChangeVerb, type Direction, type Relation, type Rule } from './types.ts';
import { VERBS_OF } from './vocabulary/changes.ts';
import type { WorldConfig } from './world-config.ts';

export interface Draft {
  readonly config: WorldConfig;
  readonly seed: string;
  readonly forbidden: ReadonlySet<string>;
}

export type Range = WorldConfig['entityCount'];

/** The stream of one relation: changing the count of another leaves its draws alone. */
export function relationStream(draft: Draft, relation: Relation): Random {
  return randomStream(`${draft.seed}/${relation}`);
}

/** Id of a relation's first rule: relations lie in the repository in the order of `RELATIONS`. */
export function firstId(draft: Draft, relation: Relation): number {
  const before = RELATIONS.slice(0, RELATIONS.indexOf(relation));
  return before.reduce((sum, earlier) => sum + draft.config.counts[earlier], 0);
}

/** False for a rule that another repository already has. */
export function allowed(draft: Draft, rule: Rule): boolean {
  return draft.forbidden.size === 0 || !draft.forbidden.has(ruleKey(rule));
}

/** One of the two verbs of a direction. */
export function drawVerb(direction: Direction, random: Random): ChangeVerb {
  return random.pick(VERBS_OF[direction]);
}

export function drawDirection(random: Random): Direction {
  return random.chance(0.5) ? 1 : -1;
}

export function drawCount(range: Range, random: Random): number {
  return random.integer(range.low, range.high);
}

/**
 * Visits items in random order until `wanted` of them are accepted, and returns
 * how many were. Reorders `items`, which any later call may go on from.
 */
export function visitRandomly<T>(items: T[], wanted: number, random: Random, accept: (item: T) => boolean): number {
  let taken = 0;
  for (let at = 0; at < items.length && taken < wanted; at += 1) {
    const other = random.integer(at, items.length - 1);
    const item = items[other] as T;
    items[other] = items[at] as T;
    items[at] = item;
    if (accept(item)) taken += 1;
  }
  return taken;
}

/** Shares `total` out evenly; what a row has no room for goes to the rows after it. Returns what is left over. */
export function shareOut<T>(rows: readonly T[], total: number, draw: (row: T, wanted: number) => number): number {
  let left = total;
  rows.forEach((row, at) => {
    if (left > 0) left -= draw(row, Math.ceil(left / (rows.length - at)));
  });
  return left;
}

/** What else makes room, where something does. */
const REMEDIES: Partial<Record<Relation, string>> = {
  AttrChange2Attr: ', or lower consequencesPerCause, so that more attributes are causes',
  Action2Attr: ', or lower causeShare, so that fewer changes have consequences',
  State2Attr: ', or lower causeShare, so that fewer changes have consequences',
};

/** Complains of a count that the vocabulary, the constraints or the forbidden rules leave no room for. */
export function requireRoom(draft: Draft, relation: Relation, missing: number): void {
  if (missing === 0) return;
  const wanted = draft.config.counts[relation];
  const others = draft.forbidden.size > 0 ? `, beside ${draft.forbidden.size} forbidden rules` : '';
  throw UserError.of({
    expected: `room for ${wanted} consistent ${relation} rules${others}`,
    got: `room for ${wanted - missing}`,
    where: { key: `counts.${relation}` },
    fix: `lower counts.${relation}${REMEDIES[relation] ?? ''}`,
  });
}
