/** The rules that no training or pretraining repository may hold. */
import { ruleKey } from '../rule-key.ts';
import { REPOSITORIES } from '../../config/sections.ts';
import type { GenerationConfig } from './config.ts';
import { worldsOf } from './worlds.ts';

/** Keys of all rules of the evaluated repositories of a configuration. */
export function evaluatedRuleKeys(config: GenerationConfig): Set<string> {
  const worlds = worldsOf(config);
  const keys = new Set<string>();
  for (const repository of REPOSITORIES) {
    for (const rule of worlds(repository).rules) keys.add(ruleKey(rule));
  }
  return keys;
}
