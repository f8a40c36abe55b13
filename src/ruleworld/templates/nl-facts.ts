/** Facts as English clauses, without capital and full stop. */
import type { ChangeVerb } from '../types.ts';
import { CHANGE_VERBS } from '../vocabulary/changes.ts';
import { actionForms, countedPhrase, entityPhrase, statePhrase, withArticle } from '../words.ts';
import type { EventFact, SettingFact } from './speech.ts';
import { forms, type Form } from './template.ts';

/** An individual as a clause names it: "A", "it", "the tiny cat A". */
export type Mention = (variable: string) => string;

type OfKind<Fact, Kind extends string> = Extract<Fact, { kind: Kind }>;
type Says<Fact> = (fact: Fact, name: Mention) => string;

const ENTITY = forms<Says<OfKind<SettingFact, 'entity'>>>({
  is: ({ variable, entity }, name) => `${name(variable)} is ${withArticle(entityPhrase(entity))}`,
  was: ({ variable, entity }, name) => `${name(variable)} was ${withArticle(entityPhrase(entity))}`,
  named: ({ variable, entity }, name) => `${withArticle(entityPhrase(entity))} is named ${name(variable)}`,
  there: ({ variable, entity }, name) => `there is ${withArticle(entityPhrase(entity))} ${name(variable)}`,
});

const COUNT = forms<Says<OfKind<SettingFact, 'count'>>>({
  has: ({ variable, attribute, count }, name) => `${name(variable)} has ${countedPhrase(attribute, count)}`,
  had: ({ variable, attribute, count }, name) => `${name(variable)} had ${countedPhrase(attribute, count)}`,
  starts: ({ variable, attribute, count }, name) => `${name(variable)} starts with ${countedPhrase(attribute, count)}`,
  belong: ({ variable, attribute, count }, name) =>
    `${countedPhrase(attribute, count)} ${count === 1 ? 'belongs' : 'belong'} to ${name(variable)}`,
});

const ACTION = forms<Says<OfKind<EventFact, 'action'>>>({
  active: ({ actor, target, action }, name) => `${name(actor)} ${actionForms(action).third} ${name(target)}`,
  'active-past': ({ actor, target, action }, name) => `${name(actor)} ${actionForms(action).past} ${name(target)}`,
  'active-perfect': ({ actor, target, action }, name) => `${name(actor)} has ${actionForms(action).past} ${name(target)}`,
  'active-progressive': ({ actor, target, action }, name) =>
    `${name(actor)} is ${actionForms(action).gerund} ${name(target)}`,
  passive: ({ actor, target, action }, name) => `${name(target)} is ${actionForms(action).past} by ${name(actor)}`,
  'passive-past': ({ actor, target, action }, name) => `${name(target)} was ${actionForms(action).past} by ${name(actor)}`,
  'passive-perfect': ({ actor, target, action }, name) =>
    `${name(target)} has been ${actionForms(action).past} by ${name(actor)}`,
});

const ENVIRONMENT = forms<Says<OfKind<EventFact, 'environment'>>>({
  enters: ({ variable, environment }, name) => `${name(variable)} enters the ${environment}`,
  entered: ({ variable, environment }, name) => `${name(variable)} entered the ${environment}`,
  'has-entered': ({ variable, environment }, name) => `${name(variable)} has entered the ${environment}`,
  'goes-to': ({ variable, environment }, name) => `${name(variable)} goes to the ${environment}`,
  'went-to': ({ variable, environment }, name) => `${name(variable)} went to the ${environment}`,
  'is-in': ({ variable, environment }, name) => `${name(variable)} is now in the ${environment}`,
  passive: ({ variable, environment }, name) => `the ${environment} is entered by ${name(variable)}`,
});

const STATE = forms<Says<OfKind<EventFact, 'state'>>>({
  becomes: ({ variable, state }, name) => `${name(variable)} becomes ${statePhrase(state)}`,
  became: ({ variable, state }, name) => `${name(variable)} became ${statePhrase(state)}`,
  'has-become': ({ variable, state }, name) => `${name(variable)} has become ${statePhrase(state)}`,
  'is-now': ({ variable, state }, name) => `${name(variable)} is now ${statePhrase(state)}`,
  feels: ({ variable, state }, name) => `${name(variable)} feels ${statePhrase(state)}`,
  turns: ({ variable, state }, name) => `${name(variable)} turns ${statePhrase(state)}`,
  passive: ({ variable, state }, name) => `${name(variable)} is made ${statePhrase(state)}`,
});

/** "get" has no passive of its own: "is gained". */
const passiveOf = (verb: ChangeVerb): string => CHANGE_VERBS[verb === 'get' ? 'gain' : verb].past;
const be = (count: number, one: string, many: string): string => (count === 1 ? one : many);

const CHANGE = forms<Says<OfKind<EventFact, 'change'>>>({
  active: ({ variable, verb, attribute, count }, name) =>
    `${name(variable)} ${CHANGE_VERBS[verb].third} ${countedPhrase(attribute, count)}`,
  'active-past': ({ variable, verb, attribute, count }, name) =>
    `${name(variable)} ${CHANGE_VERBS[verb].past} ${countedPhrase(attribute, count)}`,
  'active-perfect': ({ variable, verb, attribute, count }, name) =>
    `${name(variable)} has ${verb === 'get' ? 'gained' : CHANGE_VERBS[verb].past} ${countedPhrase(attribute, count)}`,
  'active-progressive': ({ variable, verb, attribute, count }, name) =>
    `${name(variable)} is ${CHANGE_VERBS[verb].gerund} ${countedPhrase(attribute, count)}`,
  passive: ({ variable, verb, attribute, count }, name) =>
    `${countedPhrase(attribute, count)} ${be(count, 'is', 'are')} ${passiveOf(verb)} by ${name(variable)}`,
  'passive-past': ({ variable, verb, attribute, count }, name) =>
    `${countedPhrase(attribute, count)} ${be(count, 'was', 'were')} ${passiveOf(verb)} by ${name(variable)}`,
});

const FORMS: Readonly<Record<(SettingFact | EventFact)['kind'], readonly Form<unknown>[]>> = {
  entity: ENTITY,
  count: COUNT,
  action: ACTION,
  environment: ENVIRONMENT,
  state: STATE,
  change: CHANGE,
};

/** The forms for a fact of this kind. */
export function formsOf<Fact extends SettingFact | EventFact>(fact: Fact): readonly Form<Says<Fact>>[] {
  return FORMS[fact.kind] as readonly Form<Says<Fact>>[];
}

/** A setting folded into the name of its individual: "the tiny cat A". A count fits at the head of a clause alone. */
export function foldedName(setting: SettingFact): string {
  return setting.kind === 'entity'
    ? `the ${entityPhrase(setting.entity)} ${setting.variable}`
    : `${setting.variable} with ${countedPhrase(setting.attribute, setting.count)}`;
}
