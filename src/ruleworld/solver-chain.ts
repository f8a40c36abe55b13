/**
 * Forward chaining over structured rules (paper, Appendix A: RuleWorld's rules
 * are deterministic, so facts and rules fix every consequence). Shares nothing
 * with the generator but the types.
 */
import type { Attribute, ChangeVerb, Entity, GivenFact, Rule, State } from './types.ts';

/** Something that holds of a variable, given (`rule` null) or derived by a rule from `parent`. */
export interface Derived {
  readonly variable: string;
  readonly event: Event;
  readonly rule: Rule | null;
  readonly parent: Derived | null;
}

/** What happens to a variable. A change is signed: gains above zero, losses below. */
export type Event =
  | { readonly kind: 'entity'; readonly entity: string }
  | { readonly kind: 'initial'; readonly attribute: string; readonly count: number }
  | { readonly kind: 'acts'; readonly action: string; readonly role: 'actor' | 'target' }
  | { readonly kind: 'environment'; readonly environment: string }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'change'; readonly attribute: string; readonly amount: number };

/** "strong horn", "tiny cat": what identifies an attribute or an entity. */
export function nameOf(thing: Attribute | Entity): string {
  return thing.adjective === null ? thing.noun : `${thing.adjective} ${thing.noun}`;
}

/** "deeply dizzy". */
export function stateName(state: State): string {
  return state.adverb === null ? state.word : `${state.adverb} ${state.word}`;
}

/** The amount that a verb and a size mean: losing 2 is −2. */
export function signed(verb: ChangeVerb, count: number): number {
  return verb === 'gain' || verb === 'get' ? count : -count;
}

/** All that follows from the facts, given ones first, each after its parent. */
export function chain(facts: readonly GivenFact[], rules: readonly Rule[]): Derived[] {
  const found = facts.flatMap(givenEvents);
  const seen = new Set<string>(found.flatMap((fact) => placeKey(fact) ?? []));
  for (let next = 0; next < found.length; next += 1) {
    const source = found[next] as Derived;
    for (const rule of rules) {
      const result = applyRule(rule, source);
      if (result === null) continue;
      refuseCycle(result);
      // Entering a place or becoming something twice is once; every change counts.
      const key = placeKey(result);
      if (key !== null && seen.has(key)) continue;
      if (key !== null) seen.add(key);
      found.push(result);
    }
  }
  return found;
}

function placeKey(fact: Derived): string | null {
  const event = fact.event;
  if (event.kind === 'environment') return `${fact.variable} in ${event.environment}`;
  if (event.kind === 'state') return `${fact.variable} is ${event.state}`;
  return null;
}

function refuseCycle(result: Derived): void {
  for (let link = result.parent; link !== null; link = link.parent) {
    if (link.rule === result.rule) {
      throw new Error(`rule ${result.rule?.id} follows from itself: the rules have a cycle`);
    }
  }
}

function givenEvents(fact: GivenFact): Derived[] {
  const given = (variable: string, event: Event): Derived => ({ variable, event, rule: null, parent: null });
  switch (fact.kind) {
    case 'entity':
      return [given(fact.variable, { kind: 'entity', entity: nameOf(fact.entity) })];
    case 'action':
      return [
        given(fact.actor, { kind: 'acts', action: fact.action, role: 'actor' }),
        given(fact.target, { kind: 'acts', action: fact.action, role: 'target' }),
      ];
    case 'environment':
      return [given(fact.variable, { kind: 'environment', environment: fact.environment })];
    case 'state':
      return [given(fact.variable, { kind: 'state', state: stateName(fact.state) })];
    case 'count':
      return [given(fact.variable, { kind: 'initial', attribute: nameOf(fact.attribute), count: fact.count })];
    case 'change': {
      const amount = signed(fact.verb, fact.count);
      return [given(fact.variable, { kind: 'change', attribute: nameOf(fact.attribute), amount })];
    }
  }
}

/** The consequence of one rule for one fact, or null where the rule's premise is not this fact. */
function applyRule(rule: Rule, source: Derived): Derived | null {
  const event = consequence(rule, source.event);
  return event === null ? null : { variable: source.variable, event, rule, parent: source };
}

function consequence(rule: Rule, event: Event): Event | null {
  switch (event.kind) {
    case 'entity':
      return ofEntity(rule, event.entity);
    case 'acts':
      return ofAction(rule, event.action, event.role);
    case 'environment':
      return ofEnvironment(rule, event.environment);
    case 'state':
      return ofState(rule, event.state);
    case 'change':
      return ofChange(rule, event.attribute, event.amount);
    case 'initial':
      return null;
  }
}

function ofEntity(rule: Rule, entity: string): Event | null {
  if (rule.relation !== 'Entity2Attr' || nameOf(rule.entity) !== entity) return null;
  return { kind: 'initial', attribute: nameOf(rule.attribute), count: rule.count };
}

function ofAction(rule: Rule, action: string, role: 'actor' | 'target'): Event | null {
  if (!('action' in rule) || rule.action !== action || rule.role !== role) return null;
  if (rule.relation === 'Action2Env') return { kind: 'environment', environment: rule.environment };
  if (rule.relation === 'Action2State') return { kind: 'state', state: stateName(rule.state) };
  return { kind: 'change', attribute: nameOf(rule.attribute), amount: signed(rule.verb, rule.count) };
}

function ofEnvironment(rule: Rule, environment: string): Event | null {
  if (rule.relation !== 'Env2State' || rule.environment !== environment) return null;
  return { kind: 'state', state: stateName(rule.state) };
}

function ofState(rule: Rule, state: string): Event | null {
  if (rule.relation !== 'State2Attr' || stateName(rule.state) !== state) return null;
  return { kind: 'change', attribute: nameOf(rule.attribute), amount: signed(rule.verb, rule.count) };
}

function ofChange(rule: Rule, attribute: string, amount: number): Event | null {
  if (rule.relation !== 'AttrChange2Attr' || nameOf(rule.cause) !== attribute) return null;
  if (Math.sign(amount) !== signed(rule.causeVerb, 1)) return null;
  return { kind: 'change', attribute: nameOf(rule.attribute), amount: Math.abs(amount) * signed(rule.verb, rule.count) };
}
