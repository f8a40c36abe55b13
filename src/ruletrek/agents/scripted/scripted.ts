/** Agents without a model, by name (paper's baselines of the design: they bracket every real agent). */
import { UserError } from '../../../errors.ts';
import type { AgentAnswer } from '../../formats/agent-answer.ts';
import type { Task } from '../../formats/vocabulary.ts';
import type { Instance } from '../../instance/read.ts';
import type { Pack } from '../../packs/pack.ts';
import { heuristicAnswer } from './heuristic.ts';
import { noisyAnswer, noisyRuleAnswer, oracleAnswer } from './oracle.ts';
import { allRulesAnswer, randomAnswer } from './plain.ts';

export interface ScriptedTrial {
  readonly pack: Pack;
  readonly instance: Instance;
  readonly task: Task;
  /** Name of the random stream. */
  readonly stream: string;
}

export const SCRIPTED_AGENTS = ['noop', 'random', 'allrules', 'heuristic', 'oracle'] as const;

/**
 * The text of answer.json: one of SCRIPTED_AGENTS, `noisy(0.1)` (a slip in each rule with that probability) or
 * `noisy-rule(0.05)` (each rule missed with it where rules must be found). The no-op agent writes nothing.
 *
 * @throws UserError for another name
 */
export async function scriptedAnswer(name: string, trial: ScriptedTrial): Promise<string> {
  return name === 'noop' ? '' : `${JSON.stringify(await answerOf(name, trial), null, 2)}\n`;
}

async function answerOf(name: string, { pack, instance, task, stream }: ScriptedTrial): Promise<AgentAnswer> {
  const noisy = /^(noisy|noisy-rule)\((0(?:\.\d+)?|1)\)$/.exec(name);
  if (noisy !== null) {
    const probability = Number(noisy[2]);
    return noisy[1] === 'noisy' ? noisyAnswer(instance, task, probability, stream) : noisyRuleAnswer(instance, task, probability, stream);
  }
  switch (name) {
    case 'random':
      return randomAnswer(instance, task, stream);
    case 'allrules':
      return allRulesAnswer(instance, task);
    case 'heuristic':
      return heuristicAnswer(pack, instance, task);
    case 'oracle':
      return oracleAnswer(instance, task);
    default:
      throw UserError.of({ expected: `${SCRIPTED_AGENTS.join(', ')}, noisy(p) or noisy-rule(q)`, got: name, fix: 'choose one of them' });
  }
}
