/**
 * Draws the rules of a proof: the last rule first, then each cause before it,
 * so that every drawn chain holds together.
 */
import type { QuestionIndex } from './question-index.ts';
import type { Random } from '../random.ts';
import { attributeKey, stateKey } from './rule-key.ts';
import type { Skeleton } from './skeletons.ts';
import type { Action2Attr, Attribute, ChangeVerb, Relation, Rule, State2Attr } from './types.ts';
import { directionOf } from './words.ts';

/** Rules in the order of their application, or null where the repository has none that fit the draw. */
export function drawProof(index: QuestionIndex, skeleton: Skeleton, random: Random): Rule[] | null {
  const last = pickOrNull<Rule>(index.byRelation[skeleton.relations.at(-1) as Relation], random);
  if (last === null) return null;
  return skeleton.kind === 'pair' ? pairProof(index, last, random) : chainProof(index, skeleton, last, random);
}

function pairProof(index: QuestionIndex, change: Rule, random: Random): Rule[] | null {
  const start = pickOrNull(index.countOn.get(attributeKey(changedAttribute(change))), random);
  return start === null ? null : [start, change];
}

function chainProof(index: QuestionIndex, skeleton: Skeleton, last: Rule, random: Random): Rule[] | null {
  const proof = [last];
  for (const relation of skeleton.relations.slice(0, -1).reverse()) {
    const cause = pickOrNull(causesOf(index, proof[0] as Rule, relation), random);
    if (cause === null) return null;
    proof.unshift(cause);
  }
  return proof;
}

/** Rules of a relation that bring about the premise of `rule`. */
function causesOf(index: QuestionIndex, rule: Rule, relation: Relation): readonly Rule[] {
  switch (rule.relation) {
    case 'Env2State':
      return index.actionInto.get(rule.environment).filter((cause) => cause.relation === relation);
    case 'State2Attr':
      return relation === 'Env2State'
        ? index.environmentInto.get(stateKey(rule.state))
        : index.actionInto.get(stateKey(rule.state)).filter((cause) => cause.relation === relation);
    case 'AttrChange2Attr': {
      const lookup = relation === 'State2Attr' ? index.stateOn : index.actionOn;
      return causesOfChange(lookup.get(attributeKey(rule.cause)), rule.causeVerb);
    }
    default:
      throw new TypeError(`no rule leads to a rule of ${rule.relation}`);
  }
}

function causesOfChange(rules: readonly (Action2Attr | State2Attr)[], verb: ChangeVerb): Rule[] {
  return rules.filter((rule) => directionOf(rule.verb) === directionOf(verb));
}

/** The attribute that a rule changes or counts. */
export function changedAttribute(rule: Rule): Attribute {
  if ('attribute' in rule) return rule.attribute;
  throw new TypeError(`a rule of ${rule.relation} changes no attribute`);
}

function pickOrNull<T>(items: readonly T[], random: Random): T | null {
  return items.length === 0 ? null : random.pick(items);
}
