/** All rules of the cybersecurity pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { caseOf } from './draw.ts';
import { CYBER_FACTS, IMPACTS, inScope } from './facts.ts';
import { CYBER_SETTINGS, CYBER_VERSION, STALE_CYBER_VERSION } from './parameters.ts';
import { ACCESS_RULES } from './rules/access.ts';
import { ACCOUNT_RULES } from './rules/accounts.ts';
import { DETECTIONS } from './rules/detections.ts';
import { EXCEPTIONS } from './rules/exceptions.ts';
import { MACROS } from './rules/macros.ts';
import { RECOVERY_RULES } from './rules/recovery.ts';
import { RESPONSE_RULES } from './rules/response.ts';
import { SEVERITY_RULES } from './rules/severity.ts';
import { VULNERABILITY_RULES } from './rules/vulnerabilities.ts';

export const CYBER_RULE_SET: RuleSet = {
  rules: [
    ...MACROS, ...EXCEPTIONS, ...DETECTIONS, ...ACCESS_RULES, ...ACCOUNT_RULES, ...VULNERABILITY_RULES, ...SEVERITY_RULES, ...RESPONSE_RULES, ...RECOVERY_RULES,
  ],
  types: CYBER_FACTS,
  parameters: CYBER_SETTINGS,
  version: CYBER_VERSION,
  staleVersion: STALE_CYBER_VERSION,
  status: { kind: 'case', field: 'impact', values: IMPACTS },
  base: (random) => [caseOf({ impact: random.pick(IMPACTS) })],
  inScope,
};
