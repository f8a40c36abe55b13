/**
 * Whether a repository gives a sub-question exactly one answer: counts the ways
 * in which the whole repository, not the proof alone, reaches what is asked.
 */
import { pairKey, type QuestionIndex } from './question-index.ts';
import { attributeKey, entityKey, roleKey, stateKey } from './rule-key.ts';
import type { Attribute, ChangeVerb, Direction, GivenFact, Role, Rule, SubProblem } from './types.ts';
import { directionOf } from './words.ts';

/**
 * True if the proof is the only one. For a state, ways through another kind of
 * rule do not count, since the question names the way ("in the place it
 * enters"); for an attribute every way counts.
 */
export function hasOneAnswer(index: QuestionIndex, problem: SubProblem, proof: readonly Rule[]): boolean {
  const { query, facts } = problem;
  const own = facts.filter((fact) => concerns(fact, query.variable));
  switch (query.kind) {
    case 'environment':
      return environments(index, own, query.variable).length === 1;
    case 'state':
      return stateWays(index, own, query.variable, proof) === 1;
    case 'change':
      return changeWays(index, own, query.variable, query.attribute) === 1;
    case 'final': {
      const changes = proof.some((rule) => rule.relation !== 'Entity2Attr') ? 1 : 0;
      return (
        startWays(index, own, query.attribute) === 1 &&
        changeWays(index, own, query.variable, query.attribute) === changes
      );
    }
  }
}

function concerns(fact: GivenFact, variable: string): boolean {
  return fact.kind === 'action' ? fact.actor === variable || fact.target === variable : fact.variable === variable;
}

function environments(index: QuestionIndex, facts: readonly GivenFact[], variable: string): string[] {
  return facts.flatMap((fact) => {
    if (fact.kind === 'environment') return [fact.environment];
    if (fact.kind !== 'action') return [];
    return index.actionToEnvironment.get(roleKey(fact.action, roleOf(fact, variable))).map((r) => r.environment);
  });
}

function roleOf(fact: Extract<GivenFact, { kind: 'action' }>, variable: string): Role {
  return fact.actor === variable ? 'actor' : 'target';
}

function stateWays(index: QuestionIndex, facts: readonly GivenFact[], variable: string, proof: readonly Rule[]): number {
  const direct = proof.some((rule) => rule.relation === 'Action2State');
  return (direct ? actionStates : environmentStates)(index, facts, variable).length;
}

function actionStates(index: QuestionIndex, facts: readonly GivenFact[], variable: string): string[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'action') return [];
    return index.actionToState.get(roleKey(fact.action, roleOf(fact, variable))).map((r) => stateKey(r.state));
  });
}

function environmentStates(index: QuestionIndex, facts: readonly GivenFact[], variable: string): string[] {
  const entered = environments(index, facts, variable);
  return entered.flatMap((environment) => index.environmentToState.get(environment).map((r) => stateKey(r.state)));
}

/** Ways in which the first count of an attribute is known. */
function startWays(index: QuestionIndex, facts: readonly GivenFact[], attribute: Attribute): number {
  const key = attributeKey(attribute);
  return total(facts, (fact) => {
    if (fact.kind === 'count') return attributeKey(fact.attribute) === key ? 1 : 0;
    return fact.kind === 'entity' ? index.entityToCount.get(pairKey(entityKey(fact.entity), key)).length : 0;
  });
}

/** Ways in which an attribute comes to change, through chains of any length. */
function changeWays(index: QuestionIndex, facts: readonly GivenFact[], variable: string, attribute: Attribute): number {
  const given = facts.filter((fact) => fact.kind !== 'entity' && fact.kind !== 'count');
  if (given.length === 0) return 0;
  const states = [...givenStates(given), ...actionStates(index, given, variable), ...environmentStates(index, given, variable)];
  return waysInto({ index, facts: given, variable, states }, attributeKey(attribute), null);
}

function givenStates(facts: readonly GivenFact[]): string[] {
  return facts.flatMap((fact) => (fact.kind === 'state' ? [stateKey(fact.state)] : []));
}

interface Causes {
  readonly index: QuestionIndex;
  readonly facts: readonly GivenFact[];
  readonly variable: string;
  readonly states: readonly string[];
}

/** Ways into one attribute; with `sign`, those alone that change it in that direction. Ends because chains of changes have no cycle. */
function waysInto(causes: Causes, attribute: string, sign: Direction | null): number {
  const { index, facts, states } = causes;
  const fits = (verb: ChangeVerb): boolean => sign === null || directionOf(verb) === sign;
  const byFacts = total(facts, (fact) => factWays(causes, fact, attribute, fits));
  const byStates = total(states, (state) => {
    const rules = index.stateToChange.get(pairKey(state, attribute));
    return rules.filter((rule) => fits(rule.verb)).length;
  });
  const byChanges = total(index.changeOn.get(attribute), (rule) =>
    fits(rule.verb) ? waysInto(causes, attributeKey(rule.cause), directionOf(rule.causeVerb)) : 0,
  );
  return byFacts + byStates + byChanges;
}

function factWays(
  { index, variable }: Causes,
  fact: GivenFact,
  attribute: string,
  fits: (verb: ChangeVerb) => boolean,
): number {
  if (fact.kind === 'change') return attributeKey(fact.attribute) === attribute && fits(fact.verb) ? 1 : 0;
  if (fact.kind !== 'action') return 0;
  const rules = index.actionToChange.get(pairKey(roleKey(fact.action, roleOf(fact, variable)), attribute));
  return rules.filter((rule) => fits(rule.verb)).length;
}

function total<T>(items: readonly T[], ways: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += ways(item);
  return sum;
}
