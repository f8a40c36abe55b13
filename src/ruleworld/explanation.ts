/**
 * What the model should say at a step: one rule application in the words of the
 * rules, whatever synonyms the question used. Two orders: `name-first` names the
 * entity and the attribute before the count, so that the count is the last thing
 * read from the rule; `paper` puts the count before the noun, as the rules do.
 */
import type { Outcome } from './simulate.ts';
import type { Action2Attr, Attribute, AttrChange2Attr, Entity2Attr, State2Attr, Texts } from './types.ts';
import { CHANGE_VERBS, VERBS_OF } from './vocabulary/changes.ts';
import {
  actionForms,
  attributeFol,
  attributePhrase,
  countedPhrase,
  directionOf,
  entityFol,
  entityPhrase,
  folName,
  stateFol,
  statePhrase,
  withArticle,
} from './words.ts';

export const EXPLANATION_STYLES = ['name-first', 'paper'] as const;
export type ExplanationStyle = (typeof EXPLANATION_STYLES)[number];

/** The explanation of one rule application, such as "A chases B, so strong horns of B: lose 2, 4 - 2 = 2". */
export function explain(outcome: Outcome, style: ExplanationStyle): Texts {
  const premise = premiseOf(outcome);
  const effect = effectOf(outcome, style);
  return { NL: `${premise.NL}, so ${effect.NL}`, FOL: `${premise.FOL} ⇒ ${effect.FOL}` };
}

function premiseOf(outcome: Outcome): Texts {
  const { variable } = outcome;
  if (outcome.kind !== 'count' && 'action' in outcome && outcome.action !== null) {
    const { action, actor, target } = outcome.action;
    return {
      NL: `${actor} ${actionForms(action).third} ${target}`,
      FOL: `${folName(action)}(${actor}, ${target})`,
    };
  }
  const rule = outcome.rule;
  switch (rule.relation) {
    case 'Entity2Attr':
      return {
        NL: `${variable} is ${withArticle(entityPhrase(rule.entity))}`,
        FOL: `${entityFol(rule.entity)}(${variable})`,
      };
    case 'Env2State':
      return { NL: `${variable} enters ${rule.environment}`, FOL: `Enter(${variable}, ${folName(rule.environment)})` };
    case 'State2Attr':
      return { NL: `${variable} becomes ${statePhrase(rule.state)}`, FOL: `${stateFol(rule.state)}(${variable})` };
    case 'AttrChange2Attr':
      return unitsPremise(rule, variable, outcome.kind === 'change' ? outcome.units : 1);
    default:
      throw new TypeError(`a rule of ${rule.relation} applies to an action`);
  }
}

function unitsPremise(rule: AttrChange2Attr, variable: string, units: number): Texts {
  const verb = VERBS_OF[directionOf(rule.causeVerb)][0];
  return {
    NL: `${variable} ${CHANGE_VERBS[verb].third} ${countedPhrase(rule.cause, units)}`,
    FOL: `${folName(verb)}(${variable}, ${attributeFol(rule.cause)}, ${units})`,
  };
}

function effectOf(outcome: Outcome, style: ExplanationStyle): Texts {
  const { variable } = outcome;
  switch (outcome.kind) {
    case 'enter': {
      const { environment } = outcome.rule;
      return { NL: `${variable} enters ${environment}`, FOL: `Enter(${variable}, ${folName(environment)})` };
    }
    case 'become': {
      const { state } = outcome.rule;
      return { NL: `${variable} becomes ${statePhrase(state)}`, FOL: `Become(${variable}, ${stateFol(state)})` };
    }
    case 'count':
      return countEffect(outcome.rule, variable, style);
    case 'change':
      return changeEffect(outcome, style);
  }
}

function countEffect({ attribute, count }: Entity2Attr, variable: string, style: ExplanationStyle): Texts {
  if (style === 'name-first') return labelled(attribute, variable, String(count), String(count));
  return {
    NL: `${variable} has ${countedPhrase(attribute, count)}`,
    FOL: `Has(${variable}, ${attributeFol(attribute)}, ${count})`,
  };
}

type Change = Extract<Outcome, { kind: 'change' }>;

function changeEffect(outcome: Change, style: ExplanationStyle): Texts {
  const { rule, variable } = outcome;
  const sum = arithmetic(outcome);
  if (style === 'paper') return paperChange(rule, variable, sum);
  const verb = VERBS_OF[directionOf(rule.verb)][0];
  const each = rule.relation === 'AttrChange2Attr' ? ' each' : '';
  return labelled(rule.attribute, variable, `${verb} ${rule.count}${each}${sum}`, `${folName(verb)} ${rule.count}${each}${sum}`);
}

function paperChange(rule: Action2Attr | State2Attr | AttrChange2Attr, variable: string, sum: string): Texts {
  const each = rule.relation === 'AttrChange2Attr' ? ' each' : '';
  return {
    NL: `${variable} ${CHANGE_VERBS[rule.verb].third} ${countedPhrase(rule.attribute, rule.count)}${each}${sum}`,
    FOL: `${folName(rule.verb)}(${variable}, ${attributeFol(rule.attribute)}, ${rule.count})${each}${sum}`,
  };
}

/** "strong horns of A: 4" and "Strong_horn(A): 4". */
function labelled(attribute: Attribute, variable: string, NL: string, FOL: string): Texts {
  return {
    NL: `${attributePhrase(attribute, 2)} of ${variable}: ${NL}`,
    FOL: `${attributeFol(attribute)}(${variable}): ${FOL}`,
  };
}

/** ", 2 * 3 = 6, 9 - 6 = 3": the units where the rule counts by them, the sum where a count is given. */
function arithmetic({ rule, units, amount, before, after }: Change): string {
  const size = Math.abs(amount);
  const product = rule.relation === 'AttrChange2Attr' ? `, ${units} * ${rule.count} = ${size}` : '';
  const sum = before === null || after === null ? '' : `, ${before} ${amount > 0 ? '+' : '-'} ${size} = ${after}`;
  return product + sum;
}
