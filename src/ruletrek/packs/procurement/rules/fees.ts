/** Fees of the procedure: publication by bands of value, evaluation, amendments. */
import { greatest, least, TO_CENT, total, type Rounding } from '../../../core/money.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { dollars, given } from '../../draw.ts';
import { fullProcedure } from '../draw.ts';

/** Part of a value between two bounds, at a rate. */
function band(value: bigint, low: bigint, high: bigint, rate: bigint): bigint {
  return greatest(0n, least(value, high) - low) * rate;
}

const FULL_DOLLARS: Rounding = { unit: 100n, mode: 'up' };

const publicationFee: RuleModule = {
  id: 'procurement.publication-fee',
  emits: { publication_fee: 'money' },
  reads: { contract_estimate: 'dependency', covered_value: 'override', threshold_excess: 'eligibility' },
  rounding: FULL_DOLLARS,
  when: (c) => c.money('threshold_excess') > 0n && (c.has('contract_estimate') || c.has('covered_value')),
  then: (c) => {
    const value = c.optional('covered_value') ?? c.money('contract_estimate');
    const [first, second] = [c.amount('FEE_BAND1'), c.amount('FEE_BAND2')];
    return { publication_fee: c.round(band(value, 0n, first, c.rate('FEE_RATE1')) + band(value, first, second, c.rate('FEE_RATE2')) + band(value, second, value, c.rate('FEE_RATE3'))) };
  },
  bind: (b) => given(b, { contract_estimate: dollars(b, 420_000, 700_000), threshold_excess: dollars(b, 20_000, 150_000) }),
};

const evaluationFee: RuleModule = {
  id: 'procurement.evaluation-fee',
  emits: { evaluation_fee: 'money' },
  reads: { admitted_bids: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.count('admitted_bids') > 0,
  then: (c) => ({ evaluation_fee: c.amount('EVALUATION_FEE') * BigInt(c.count('admitted_bids')) }),
  bind: (b) => [...given(b, { admitted_bids: b.random.integer(3, 7) }), ...fullProcedure(b)],
};

const changeFee: RuleModule = {
  id: 'procurement.change-fee',
  emits: { change_fee: 'money' },
  reads: { amending_releases: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.count('amending_releases') > 0,
  then: (c) => ({ change_fee: c.amount('CHANGE_FEE') * BigInt(c.count('amending_releases')) }),
  bind: (b) => [...given(b, { amending_releases: b.random.integer(1, 4) }), ...fullProcedure(b)],
};

const FEES = ['publication_fee', 'evaluation_fee', 'change_fee'] as const;

const fees: RuleModule = {
  id: 'procurement.total-fees',
  emits: { total_fees: 'money' },
  reads: { publication_fee: 'aggregation', evaluation_fee: 'aggregation', change_fee: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => FEES.filter((name) => c.has(name)).length >= 2,
  then: (c) => ({ total_fees: total(FEES.map((name) => c.optional(name) ?? 0n)) }),
  bind: (b) => given(b, { publication_fee: BigInt(b.random.integer(240, 900) * 100), evaluation_fee: BigInt(b.random.integer(3, 7) * 25_000) }),
};

export const FEE_RULES: readonly RuleModule[] = [publicationFee, evaluationFee, changeFee, fees];
