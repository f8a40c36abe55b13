/** Which sub-task the next training question is of: the mix of families of the paper's Appendix B. */
import type { Mix } from '../../config/sections.ts';
import type { Random } from '../../random.ts';
import type { Representation, Subtask } from '../../ruleworld/types.ts';

const FAMILIES: Readonly<Record<keyof Mix, readonly Subtask[]>> = {
  single: ['single-rule'],
  parallel: [
    'multi-rule-2',
    'multi-rule-3',
    'multi-rule-4',
    'multi-rule-5',
    'multi-rule-6',
    'multi-rule-7',
    'multi-rule-8',
  ],
  hop: ['multi-hop-2', 'multi-hop-3', 'multi-hop-4'],
};

/** Draws a family by its weight, then one of its sub-tasks evenly. */
export function drawSubtask(mix: Mix, random: Random): Subtask {
  return random.pick(FAMILIES[drawWeighted(mix, random)]);
}

/** Draws FOL or NL by weight. */
export function drawRepresentation(weights: Readonly<Record<Representation, number>>, random: Random): Representation {
  return drawWeighted(weights, random);
}

function drawWeighted<K extends string>(weights: Readonly<Record<K, number>>, random: Random): K {
  const keys = Object.keys(weights) as K[];
  const total = keys.reduce((sum, key) => sum + weights[key], 0);
  let rest = random.next() * total;
  for (const key of keys) {
    rest -= weights[key];
    if (rest < 0) return key;
  }
  return keys[keys.length - 1] as K;
}
