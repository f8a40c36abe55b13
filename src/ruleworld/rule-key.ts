/**
 * Canonical names of what rules speak of. Keys are what "the same premise" and
 * "the same rule" mean throughout RuleWorld.
 */
import type { Attribute, ChangeVerb, Direction, Role, Rule } from './types.ts';
import { VERBS_OF } from './vocabulary/changes.ts';
import { attributePhrase, directionOf, entityPhrase, statePhrase } from './words.ts';

export { entityPhrase as entityKey, statePhrase as stateKey };

/** "strong horn". */
export function attributeKey(attribute: Attribute): string {
  return attributePhrase(attribute, 1);
}

/** "gain strong horn"; the same for get and gain, and for lose and drop. */
export function changeKey(attribute: Attribute, change: Direction | ChangeVerb): string {
  const direction = typeof change === 'number' ? change : directionOf(change);
  return `${VERBS_OF[direction][0]} ${attributeKey(attribute)}`;
}

/** "chase actor": one individual's part in an action. */
export function roleKey(action: string, role: Role): string {
  return `${action} ${role}`;
}

/** What must hold for the rule to apply: "is tiny cat", "gain strong horn", "action chase", "enter bridge", "become deeply dizzy". */
export function premiseKey(rule: Rule): string {
  switch (rule.relation) {
    case 'Entity2Attr':
      return `is ${entityPhrase(rule.entity)}`;
    case 'AttrChange2Attr':
      return changeKey(rule.cause, rule.causeVerb);
    case 'Action2Env':
    case 'Action2Attr':
    case 'Action2State':
      return `action ${rule.action}`;
    case 'Env2State':
      return `enter ${rule.environment}`;
    case 'State2Attr':
      return `become ${statePhrase(rule.state)}`;
  }
}

/**
 * Premise and effect without the id, for keeping repositories disjoint. Numbers
 * and the direction of a change are left out: a rule that differs in them alone
 * would contradict the other, not be a new one.
 */
export function ruleKey(rule: Rule): string {
  return `${premiseKey(rule)} > ${effectKey(rule)}`;
}

function effectKey(rule: Rule): string {
  switch (rule.relation) {
    case 'Entity2Attr':
    case 'AttrChange2Attr':
    case 'State2Attr':
      return attributeKey(rule.attribute);
    case 'Action2Attr':
      return `${rule.role} ${attributeKey(rule.attribute)}`;
    case 'Action2Env':
      return `${rule.role} enter ${rule.environment}`;
    case 'Action2State':
      return `${rule.role} become ${statePhrase(rule.state)}`;
    case 'Env2State':
      return `become ${statePhrase(rule.state)}`;
  }
}
