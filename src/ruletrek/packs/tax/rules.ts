/** All rules of the tax pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { inScope, STATUSES, TAX_FACTS } from './facts.ts';
import { returnOf } from './draw.ts';
import { STALE_TAX_VERSION, TAX_NUMBERS, TAX_VERSION } from './parameters.ts';
import { CARE_RULES, CHILD_RULES, EARNED_RULES } from './rules/credits.ts';
import { DEDUCTION_RULES } from './rules/deductions.ts';
import { EXTRA_DEDUCTION_RULES } from './rules/extra-deductions.ts';
import { GAIN_RULES } from './rules/gains.ts';
import { INCOME_RULES } from './rules/income.ts';
import { PAYMENT_RULES } from './rules/payments.ts';
import { SELF_EMPLOYMENT_RULES } from './rules/self-employment.ts';
import { SURTAX_RULES } from './rules/surtaxes.ts';
import { TAX_RULES } from './rules/tax.ts';

export const TAX_RULE_SET: RuleSet = {
  rules: [
    ...GAIN_RULES, ...SELF_EMPLOYMENT_RULES, ...INCOME_RULES, ...DEDUCTION_RULES, ...EXTRA_DEDUCTION_RULES,
    ...TAX_RULES, ...SURTAX_RULES, ...CHILD_RULES, ...EARNED_RULES, ...CARE_RULES, ...PAYMENT_RULES,
  ],
  types: TAX_FACTS,
  parameters: TAX_NUMBERS.parameters,
  version: TAX_VERSION,
  staleVersion: STALE_TAX_VERSION,
  status: { kind: 'return', field: 'status', values: STATUSES },
  base: (random) => [returnOf(random.pick(STATUSES))],
  inScope,
};
