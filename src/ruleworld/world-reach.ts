/**
 * Which attributes a cause already reaches. An individual's part in an action
 * leads to attributes directly, through a state, and through an environment and
 * its state; over all these ways no attribute may be reached twice.
 */
import { attributeKey, roleKey, stateKey } from './rule-key.ts';
import type { AttrChange2Attr, Direction, State } from './types.ts';
import type { Events } from './world-events.ts';
import { directionOf } from './words.ts';
import { ATTRIBUTES, PARTS, type Part } from './world-names.ts';

/** One flag for each attribute that one cause reaches. */
type Scope = Uint8Array;

export interface Reach {
  /** By part key and by state key: the scopes that a change there belongs to. */
  readonly scopes: ReadonlyMap<string, readonly Scope[]>;
  /** For attribute index and direction (see `changeIndex`): the attribute itself and its consequences. */
  readonly touched: readonly (readonly number[])[];
}

/** Prepares empty scopes for these events. */
export function openReach(events: Events, changes: readonly AttrChange2Attr[]): Reach {
  return { scopes: openScopes(events), touched: touchedBy(changes) };
}

/** Adds a change to all scopes of its place if none of them reaches anything of it yet; else returns false. */
export function claim(reach: Reach, place: string, attribute: number, direction: Direction): boolean {
  const scopes = reach.scopes.get(place) ?? [];
  const touched = reach.touched[changeIndex(attribute, direction)] as readonly number[];
  if (scopes.some((scope) => touched.some((index) => scope[index] === 1))) return false;
  for (const scope of scopes) for (const index of touched) scope[index] = 1;
  return true;
}

export function partKey({ action, role }: Part): string {
  return roleKey(action, role);
}

function changeIndex(attribute: number, direction: Direction): number {
  return 2 * attribute + (direction === 1 ? 1 : 0);
}

function openScopes(events: Events): Map<string, Scope[]> {
  const scopes = new Map<string, Scope[]>(PARTS.map((part) => [partKey(part), [newScope()]]));
  const link = (place: string, found: readonly Scope[]): void => {
    scopes.set(place, [...(scopes.get(place) ?? []), ...found]);
  };
  for (const rule of events.actionStates) link(stateKey(rule.state), scopes.get(partKey(rule)) ?? []);
  const entering = new Map<string, Scope[]>();
  for (const rule of events.environments) {
    entering.set(rule.environment, [...(entering.get(rule.environment) ?? []), ...(scopes.get(partKey(rule)) ?? [])]);
  }
  for (const rule of events.environmentStates) link(stateKey(rule.state), entering.get(rule.environment) ?? [newScope()]);
  for (const state of events.otherStates) link(stateKey(state), [newScope()]);
  return scopes;
}

function newScope(): Scope {
  return new Uint8Array(ATTRIBUTES.length);
}

function touchedBy(changes: readonly AttrChange2Attr[]): number[][] {
  const indices = new Map(ATTRIBUTES.map((attribute, index) => [attributeKey(attribute), index]));
  const touched = ATTRIBUTES.flatMap((_, index) => [[index], [index]]);
  for (const rule of changes) {
    const cause = indices.get(attributeKey(rule.cause)) as number;
    const result = indices.get(attributeKey(rule.attribute)) as number;
    touched[changeIndex(cause, directionOf(rule.causeVerb))]?.push(result);
  }
  return touched;
}

/** States that actions and environments lead to. */
export function reachableStates(events: Events): State[] {
  return [...events.actionStates, ...events.environmentStates].map((rule) => rule.state);
}
