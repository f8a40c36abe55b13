/** Rules as text, first-order logic and natural language (paper, Table 7). */
import type { Relation, Role, Rule, Texts } from './types.ts';
import { CHANGE_VERBS } from './vocabulary/changes.ts';
import {
  actionForms,
  attributeFol,
  attributePhrase,
  countedPhrase,
  entityFol,
  entityPhrase,
  folName,
  stateFol,
  statePhrase,
  withArticle,
} from './words.ts';

type RuleOf<R extends Relation> = Extract<Rule, { relation: R }>;
type Writers = { readonly [R in Relation]: (rule: RuleOf<R>) => Texts };

const WRITERS: Writers = {
  Entity2Attr: ({ entity, attribute, count }) => ({
    FOL: `${entityFol(entity)}(A) ⇒ Has(${attributeFol(attribute)}, ${count})`,
    NL: `If A is ${withArticle(entityPhrase(entity))}, it has ${countedPhrase(attribute, count)}.`,
  }),
  AttrChange2Attr: ({ cause, causeVerb, attribute, verb, count }) => ({
    FOL: `${folName(causeVerb)}(A, ${attributeFol(cause)}, 1) ⇒ ${folName(verb)}(A, ${attributeFol(attribute)}, ${count})`,
    NL: `For each ${attributePhrase(cause, 1)} A ${CHANGE_VERBS[causeVerb].third}, it will ${verb} ${countedPhrase(attribute, count)}.`,
  }),
  Action2Env: ({ action, role, environment }) => ({
    FOL: `${actionFol(action)} ⇒ Enter(${variableOf(role)}, ${folName(environment)})`,
    NL: `${actionPremise(action)}, ${variableOf(role)} will enter ${environment}.`,
  }),
  Action2Attr: ({ action, role, attribute, verb, count }) => ({
    FOL: `${actionFol(action)} ⇒ ${folName(verb)}(${variableOf(role)}, ${attributeFol(attribute)}, ${count})`,
    NL: `${actionPremise(action)}, ${variableOf(role)} will ${verb} ${countedPhrase(attribute, count)}.`,
  }),
  Action2State: ({ action, role, state }) => ({
    FOL: `${actionFol(action)} ⇒ Become(${variableOf(role)}, ${stateFol(state)})`,
    NL: `${actionPremise(action)}, ${variableOf(role)} will become ${statePhrase(state)}.`,
  }),
  Env2State: ({ environment, state }) => ({
    FOL: `Enter(A, ${folName(environment)}) ⇒ Become(A, ${stateFol(state)})`,
    NL: `If A enters ${environment}, it will become ${statePhrase(state)}.`,
  }),
  State2Attr: ({ state, attribute, verb, count }) => ({
    FOL: `${stateFol(state)}(A) ⇒ ${folName(verb)}(A, ${attributeFol(attribute)}, ${count})`,
    NL: `If A becomes ${statePhrase(state)}, it will ${verb} ${countedPhrase(attribute, count)}.`,
  }),
};

/** Both forms of a rule; they depend on its structure alone. */
export function ruleText(rule: Rule): Texts {
  const write = WRITERS[rule.relation] as (rule: Rule) => Texts;
  return write(rule);
}

/** In "A chases B", A is the actor and B the target. */
export function variableOf(role: Role): 'A' | 'B' {
  return role === 'actor' ? 'A' : 'B';
}

function actionFol(action: string): string {
  return `${folName(action)}(A, B)`;
}

function actionPremise(action: string): string {
  return `If A ${actionForms(action).third} B`;
}
