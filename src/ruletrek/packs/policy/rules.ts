/** All rules of the policy pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { drawService, forService } from './draw.ts';
import { inScope, POLICY_FACTS, TIERS } from './facts.ts';
import { POLICY_NUMBERS, POLICY_VERSION, STALE_POLICY_VERSION } from './parameters.ts';
import { ADMISSION_RULES } from './rules/admission.ts';
import { COST_RULES } from './rules/cost.ts';
import { IMAGE_RULES } from './rules/images.ts';
import { POD_SECURITY_RULES } from './rules/pod-security.ts';
import { REPOSITORY_RULES } from './rules/repository.ts';
import { RESOURCE_RULES } from './rules/resources.ts';
import { TERMS_RULES } from './rules/terms.ts';

export const POLICY_RULE_SET: RuleSet = {
  rules: [...POD_SECURITY_RULES, ...IMAGE_RULES, ...RESOURCE_RULES, ...ADMISSION_RULES, ...COST_RULES, ...REPOSITORY_RULES, ...TERMS_RULES].map(forService),
  types: POLICY_FACTS,
  parameters: POLICY_NUMBERS.parameters,
  version: POLICY_VERSION,
  staleVersion: STALE_POLICY_VERSION,
  status: { kind: 'service', field: 'tier', values: TIERS },
  base: (random) => [drawService(random)],
  inScope,
};
