/** Rules that are easily confused: the same premise, or the same affected thing. */
import { attributeKey, premiseKey, stateKey } from '../../ruleworld/rule-key.ts';
import type { Random } from '../../random.ts';
import type { Rule } from '../../ruleworld/types.ts';

/** Draws a rule like the given one, or null where it has no like. */
export type SimilarRule = (rule: Rule, random: Random) => Rule | null;

export function similarRules(rules: readonly Rule[]): SimilarRule {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const key of likeness(rule)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [rule]);
      else group.push(rule);
    }
  }
  return (rule, random) => {
    const other = random.pick(groups.get(random.pick(likeness(rule))) ?? [rule]);
    return other.id === rule.id ? null : other;
  };
}

function likeness(rule: Rule): string[] {
  return [`if ${premiseKey(rule)}`, `then ${effectName(rule)}`];
}

function effectName(rule: Rule): string {
  switch (rule.relation) {
    case 'Action2Env':
      return rule.environment;
    case 'Action2State':
    case 'Env2State':
      return stateKey(rule.state);
    default:
      return attributeKey(rule.attribute);
  }
}
