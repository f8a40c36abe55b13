/** Duplicates and conflicts: rules with the same premise and the same affected thing. */
import type { Fault } from './checker-fault.ts';
import type { Rule } from './types.ts';
import { attributeFol, directionOf, entityFol, stateFol } from './words.ts';

/** What a rule says, taken apart. Gain and get are one premise and one effect, and so are lose and drop. */
interface Claim {
  readonly premise: string;
  /** What is affected: one individual's count of an attribute, its state or its place. */
  readonly thing: string;
  readonly effect: string;
}

/** Compares every rule with the first one of the same premise and thing. */
export function checkPremises(rules: readonly Rule[]): Fault[] {
  const first = new Map<string, Rule>();
  const faults: Fault[] = [];
  for (const rule of rules) {
    const { premise, thing, effect } = claimOf(rule);
    const key = `${premise}|${thing}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, rule);
    else faults.push(fault(other, rule, effect, thing));
  }
  return faults;
}

function fault(other: Rule, rule: Rule, effect: string, thing: string): Fault {
  const same = claimOf(other).effect === effect;
  const about = same ? 'the same rule twice' : `one premise, two effects on ${thing}`;
  return { kind: same ? 'duplicate' : 'conflict', rules: [other, rule], about };
}

function claimOf(rule: Rule): Claim {
  switch (rule.relation) {
    case 'Entity2Attr':
      return { premise: entityFol(rule.entity), thing: attributeFol(rule.attribute), effect: `${rule.count}` };
    case 'AttrChange2Attr': {
      const premise = `${directionOf(rule.causeVerb)} ${attributeFol(rule.cause)}`;
      return { premise, ...changeClaim(rule) };
    }
    case 'Action2Env':
      return { premise: rule.action, thing: `the ${rule.role}'s place`, effect: rule.environment };
    case 'Action2Attr': {
      const { thing, effect } = changeClaim(rule);
      return { premise: rule.action, thing: `the ${rule.role}'s ${thing}`, effect };
    }
    case 'Action2State':
      return { premise: rule.action, thing: `the ${rule.role}'s state`, effect: stateFol(rule.state) };
    case 'Env2State':
      return { premise: `Enter ${rule.environment}`, thing: 'the state', effect: stateFol(rule.state) };
    case 'State2Attr':
      return { premise: `Become ${stateFol(rule.state)}`, ...changeClaim(rule) };
  }
}

function changeClaim(rule: Extract<Rule, { verb: unknown }>): Pick<Claim, 'thing' | 'effect'> {
  return { thing: attributeFol(rule.attribute), effect: `${directionOf(rule.verb) * rule.count}` };
}
