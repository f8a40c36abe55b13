/** Phase 2 asks what rules know. */
import { UserError } from '../../errors.ts';
import type { PhasesConfig } from './config.ts';

/** @throws UserError where the experiment names no rules */
export function requireRules(config: PhasesConfig, experiment: string): PhasesConfig & { readonly rules: string } {
  const { rules } = config;
  if (rules !== null) return { ...config, rules };
  throw UserError.of({
    expected: 'rules by which questions are selected',
    got: 'null',
    where: { file: experiment, key: 'rules' },
    fix: 'name a set of the project, or the rules.py that nesys induce wrote',
  });
}
