/** All rules of the procurement pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { baseFacts } from './draw.ts';
import { CATEGORIES, inScope, PROCUREMENT_FACTS } from './facts.ts';
import { PROCUREMENT_NUMBERS, PROCUREMENT_VERSION, STALE_PROCUREMENT_VERSION } from './parameters.ts';
import { AMENDMENT_RULES } from './rules/amendments.ts';
import { BIDDER_RULES } from './rules/bidders.ts';
import { BID_RULES } from './rules/bids.ts';
import { CONTRACT_RULES } from './rules/contract.ts';
import { DELAY_RULES } from './rules/delay.ts';
import { EVALUATION_RULES } from './rules/evaluation.ts';
import { FEE_RULES } from './rules/fees.ts';
import { LOT_RULES } from './rules/lots.ts';
import { MERGING_RULES } from './rules/merging.ts';
import { PAYMENT_RULES } from './rules/payments.ts';
import { PRICE_RULES } from './rules/prices.ts';
import { SECURITY_RULES } from './rules/securities.ts';
import { TIME_RULES } from './rules/time-limits.ts';
import { VALIDITY_RULES } from './rules/validity.ts';
import { VALUE_RULES } from './rules/value.ts';

export const PROCUREMENT_RULE_SET: RuleSet = {
  rules: [
    ...VALUE_RULES, ...MERGING_RULES, ...TIME_RULES, ...VALIDITY_RULES, ...BIDDER_RULES, ...BID_RULES, ...PRICE_RULES, ...LOT_RULES, ...EVALUATION_RULES,
    ...SECURITY_RULES, ...CONTRACT_RULES, ...DELAY_RULES, ...AMENDMENT_RULES, ...PAYMENT_RULES, ...FEE_RULES,
  ],
  types: PROCUREMENT_FACTS,
  parameters: PROCUREMENT_NUMBERS.parameters,
  version: PROCUREMENT_VERSION,
  staleVersion: STALE_PROCUREMENT_VERSION,
  status: { kind: 'process', field: 'category', values: CATEGORIES },
  base: baseFacts,
  joins: 0.75,
  inScope,
};
