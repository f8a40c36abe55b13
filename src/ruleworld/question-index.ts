/**
 * The ways into a rule repository that drawing questions needs: rules by what
 * causes them, and rules by what they bring about.
 */
import { attributeKey, entityKey, roleKey, stateKey } from './rule-key.ts';
import type {
  Action2Attr,
  Action2Env,
  Action2State,
  AttrChange2Attr,
  Entity2Attr,
  Env2State,
  Relation,
  Rule,
  State2Attr,
} from './types.ts';

/** A multimap from a key to the rules that have it; a missing key gives an empty list. */
export class RuleLookup<R extends Rule> {
  readonly #lists = new Map<string, R[]>();

  add(key: string, rule: R): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [rule]);
    else list.push(rule);
  }

  get(key: string): readonly R[] {
    return this.#lists.get(key) ?? [];
  }
}

type RuleOf<R extends Relation> = Extract<Rule, { relation: R }>;

/** All lookups of one repository. "To" maps lead from a cause, "Into" and "On" maps from a result. */
export interface QuestionIndex {
  readonly byRelation: { readonly [R in Relation]: readonly RuleOf<R>[] };
  readonly entityToCount: RuleLookup<Entity2Attr>;
  readonly actionToEnvironment: RuleLookup<Action2Env>;
  readonly actionToState: RuleLookup<Action2State>;
  readonly actionToChange: RuleLookup<Action2Attr>;
  readonly environmentToState: RuleLookup<Env2State>;
  readonly stateToChange: RuleLookup<State2Attr>;
  readonly countOn: RuleLookup<Entity2Attr>;
  readonly actionInto: RuleLookup<Action2Env | Action2State>;
  readonly environmentInto: RuleLookup<Env2State>;
  readonly actionOn: RuleLookup<Action2Attr>;
  readonly stateOn: RuleLookup<State2Attr>;
  readonly changeOn: RuleLookup<AttrChange2Attr>;
}

const indexes = new WeakMap<readonly Rule[], QuestionIndex>();

/** The index of a repository, built at the first call and kept as long as the rules are. */
export function questionIndex(rules: readonly Rule[]): QuestionIndex {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const index = buildIndex(rules);
  indexes.set(rules, index);
  return index;
}

/** "cause|result". */
export const pairKey = (cause: string, result: string): string => `${cause}|${result}`;

function buildIndex(rules: readonly Rule[]): QuestionIndex {
  const byRelation = rulesByRelation(rules);
  return {
    byRelation,
    entityToCount: lookup(byRelation.Entity2Attr, (r) => pairKey(entityKey(r.entity), attributeKey(r.attribute))),
    actionToEnvironment: lookup(byRelation.Action2Env, (r) => roleKey(r.action, r.role)),
    actionToState: lookup(byRelation.Action2State, (r) => roleKey(r.action, r.role)),
    actionToChange: lookup(byRelation.Action2Attr, (r) => pairKey(roleKey(r.action, r.role), attributeKey(r.attribute))),
    environmentToState: lookup(byRelation.Env2State, (r) => r.environment),
    stateToChange: lookup(byRelation.State2Attr, (r) => pairKey(stateKey(r.state), attributeKey(r.attribute))),
    countOn: lookup(byRelation.Entity2Attr, (r) => attributeKey(r.attribute)),
    actionInto: lookup<Action2Env | Action2State>([...byRelation.Action2Env, ...byRelation.Action2State], actionResult),
    environmentInto: lookup(byRelation.Env2State, (r) => stateKey(r.state)),
    actionOn: lookup(byRelation.Action2Attr, (r) => attributeKey(r.attribute)),
    stateOn: lookup(byRelation.State2Attr, (r) => attributeKey(r.attribute)),
    changeOn: lookup(byRelation.AttrChange2Attr, (r) => attributeKey(r.attribute)),
  };
}

function actionResult(rule: Action2Env | Action2State): string {
  return rule.relation === 'Action2Env' ? rule.environment : stateKey(rule.state);
}

function lookup<R extends Rule>(rules: readonly R[], key: (rule: R) => string): RuleLookup<R> {
  const result = new RuleLookup<R>();
  for (const rule of rules) result.add(key(rule), rule);
  return result;
}

function rulesByRelation(rules: readonly Rule[]): QuestionIndex['byRelation'] {
  const of = <R extends Relation>(relation: R): RuleOf<R>[] =>
    rules.filter((rule): rule is RuleOf<R> => rule.relation === relation);
  return {
    Entity2Attr: of('Entity2Attr'),
    AttrChange2Attr: of('AttrChange2Attr'),
    Action2Env: of('Action2Env'),
    Action2Attr: of('Action2Attr'),
    Action2State: of('Action2State'),
    Env2State: of('Env2State'),
    State2Attr: of('State2Attr'),
  };
}
