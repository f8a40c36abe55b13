/** Which sub-task the next training question is of: the mix of families of the paper's Appendix B. */
import { UserError } from '../../errors.ts';
import type { Mix } from '../../config/sections.ts';
import type { Random } from '../../random.ts';
import type { QuestionSubtask, Representation } from '../../ruleworld/types.ts';

const FAMILIES: Readonly<Record<keyof Mix, readonly QuestionSubtask[]>> = {
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
  hop: ['multi-hop-2', 'multi-hop-3', 'multi-hop-4', 'multi-hop-5'],
};

/**
 * Draws a family by its weight, then evenly one of its sub-tasks that there are questions of.
 *
 * @param file where the questions are, for the error
 * @throws UserError where there are none of that family
 */
export function drawSubtask<Offered extends QuestionSubtask>(
  mix: Mix,
  offered: readonly Offered[],
  random: Random,
  file = 'the drawn questions',
): Offered {
  const family = drawWeighted(mix, random);
  const subtasks = offered.filter((subtask) => FAMILIES[family].includes(subtask));
  if (subtasks.length > 0) return random.pick(subtasks);
  throw UserError.of({
    expected: `questions of the family ${family}: ${FAMILIES[family].join(', ')}`,
    got: `questions of ${offered.join(', ')} alone`,
    where: { file },
    fix: `generate some, or give ${family} weight 0 in stage1.mix and stage2.mix`,
  });
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
