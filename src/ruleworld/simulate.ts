/**
 * Plays the rules of a proof one after another over the facts of a sub-question
 * and records every intermediate state (paper, Appendix A).
 */
import { attributeKey, entityKey, roleKey, stateKey } from './rule-key.ts';
import type {
  Action2Attr,
  Action2Env,
  Action2State,
  AttrChange2Attr,
  Entity2Attr,
  Env2State,
  GivenFact,
  Rule,
  State2Attr,
  SubProblem,
} from './types.ts';
import { directionOf } from './words.ts';

/** What one rule application did to one variable. */
export type Outcome =
  | { readonly kind: 'count'; readonly rule: Entity2Attr; readonly variable: string }
  | { readonly kind: 'enter'; readonly rule: Action2Env; readonly action: GivenAction; readonly variable: string }
  | {
      readonly kind: 'become';
      readonly rule: Action2State | Env2State;
      readonly action: GivenAction | null;
      readonly variable: string;
    }
  | {
      readonly kind: 'change';
      readonly rule: Action2Attr | State2Attr | AttrChange2Attr;
      readonly action: GivenAction | null;
      readonly variable: string;
      /** How often the rule applies: the units of its cause, 1 for an action or a state. */
      readonly units: number;
      /** Signed: gains above zero. */
      readonly amount: number;
      /** Counts before and after, null where the question gives none. */
      readonly before: number | null;
      readonly after: number | null;
    };

export type GivenAction = Extract<GivenFact, { kind: 'action' }>;

/** A variable as it stands after the rules so far. Keys are those of question-index.ts. */
interface Situation {
  entity: string | null;
  environment: string | null;
  readonly states: Set<string>;
  readonly counts: Map<string, number>;
  readonly changes: Map<string, number>;
}

/**
 * Applies the rules in order to the variable that the query asks about.
 *
 * @returns one outcome for each rule, or null where a count would fall below zero.
 * @throws Error where a rule's premise does not hold when its turn comes.
 */
export function simulate(problem: SubProblem, proof: readonly Rule[]): Outcome[] | null {
  const variable = problem.query.variable;
  const actions = problem.facts.filter((fact) => fact.kind === 'action');
  const situation = initialSituation(problem.facts, variable);
  const outcomes: Outcome[] = [];
  for (const rule of proof) {
    const outcome = applyRule(rule, variable, actions, situation);
    if (outcome.kind === 'change' && outcome.after !== null && outcome.after < 0) return null;
    outcomes.push(outcome);
  }
  return outcomes;
}

function initialSituation(facts: readonly GivenFact[], variable: string): Situation {
  const situation: Situation = {
    entity: null,
    environment: null,
    states: new Set(),
    counts: new Map(),
    changes: new Map(),
  };
  for (const fact of facts) {
    if (fact.kind !== 'action' && fact.variable === variable) takeFact(situation, fact);
  }
  return situation;
}

function takeFact(situation: Situation, fact: Exclude<GivenFact, GivenAction>): void {
  switch (fact.kind) {
    case 'entity':
      situation.entity = entityKey(fact.entity);
      return;
    case 'environment':
      situation.environment = fact.environment;
      return;
    case 'state':
      situation.states.add(stateKey(fact.state));
      return;
    case 'count':
      situation.counts.set(attributeKey(fact.attribute), fact.count);
      return;
    case 'change':
      situation.changes.set(attributeKey(fact.attribute), directionOf(fact.verb) * fact.count);
  }
}

function applyRule(rule: Rule, variable: string, actions: readonly GivenAction[], situation: Situation): Outcome {
  switch (rule.relation) {
    case 'Entity2Attr':
      require(situation.entity === entityKey(rule.entity), rule);
      situation.counts.set(attributeKey(rule.attribute), rule.count);
      return { kind: 'count', rule, variable };
    case 'Action2Env': {
      const action = actionOf(rule, variable, actions);
      situation.environment = rule.environment;
      return { kind: 'enter', rule, action, variable };
    }
    case 'Action2State': {
      const action = actionOf(rule, variable, actions);
      situation.states.add(stateKey(rule.state));
      return { kind: 'become', rule, action, variable };
    }
    case 'Env2State':
      require(situation.environment === rule.environment, rule);
      situation.states.add(stateKey(rule.state));
      return { kind: 'become', rule, action: null, variable };
    case 'Action2Attr':
      return changeCount(rule, variable, actionOf(rule, variable, actions), 1, situation);
    case 'State2Attr':
      require(situation.states.has(stateKey(rule.state)), rule);
      return changeCount(rule, variable, null, 1, situation);
    case 'AttrChange2Attr':
      return changeCount(rule, variable, null, unitsOf(rule, situation), situation);
  }
}

function actionOf(
  rule: Action2Env | Action2State | Action2Attr,
  variable: string,
  actions: readonly GivenAction[],
): GivenAction {
  const wanted = roleKey(rule.action, rule.role);
  const action = actions.find((fact) => fact[rule.role] === variable && roleKey(fact.action, rule.role) === wanted);
  if (action === undefined) throw premiseError(rule);
  return action;
}

/** Units of the cause that changed, where they changed in the rule's direction. */
function unitsOf(rule: AttrChange2Attr, situation: Situation): number {
  const change = situation.changes.get(attributeKey(rule.cause)) ?? 0;
  require(Math.sign(change) === directionOf(rule.causeVerb), rule);
  return Math.abs(change);
}

function changeCount(
  rule: Action2Attr | State2Attr | AttrChange2Attr,
  variable: string,
  action: GivenAction | null,
  units: number,
  situation: Situation,
): Outcome {
  const key = attributeKey(rule.attribute);
  const amount = directionOf(rule.verb) * rule.count * units;
  const before = situation.counts.get(key) ?? null;
  const after = before === null ? null : before + amount;
  situation.changes.set(key, amount);
  if (after !== null) situation.counts.set(key, after);
  return { kind: 'change', rule, action, variable, units, amount, before, after };
}

function require(holds: boolean, rule: Rule): void {
  if (!holds) throw premiseError(rule);
}

function premiseError(rule: Rule): Error {
  return new Error(`rule ${rule.id} (${rule.relation}) is applied where its premise does not hold`);
}
