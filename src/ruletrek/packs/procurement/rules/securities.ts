/** What is put up for a bid and a contract, and the advance. */
import { least, TO_CENT, type Rounding } from '../../../core/money.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { dollars, given } from '../../draw.ts';
import { categoryOf, known, ownRows } from '../draw.ts';
import { category } from './value.ts';

const FULL_HUNDREDS: Rounding = { unit: 10_000n, mode: 'up' };
const FULL_THOUSANDS: Rounding = { unit: 100_000n, mode: 'up' };

const bidSecurity: RuleModule = {
  id: 'procurement.bid-security',
  emits: { bid_security: 'money' },
  reads: { contract_estimate: 'dependency', threshold_excess: 'eligibility' },
  rounding: FULL_HUNDREDS,
  when: (c) => c.money('threshold_excess') > 0n,
  then: (c) => ({ bid_security: c.round(c.money('contract_estimate') * c.rate('SECURITY_RATE')) }),
  bind: (b) => given(b, { contract_estimate: known(b, 'contract_estimate', () => dollars(b, 420_000, 700_000)), threshold_excess: dollars(b, 9000, 90_000) }),
};

const performance: RuleModule = {
  id: 'procurement.performance-security',
  emits: { performance_security: 'money' },
  reads: { award_value: 'dependency', low_gap: 'exception', turnover_shortfall: 'aggregation' },
  rounding: FULL_HUNDREDS,
  when: (c) => c.has('award_value'),
  then: (c) => {
    const rate = c.has('low_gap') ? c.rate('RAISED_PERFORMANCE_RATE') : c.rate('PERFORMANCE_RATE');
    return { performance_security: c.round(c.money('award_value') * rate + (c.optional('turnover_shortfall') ?? 0n) * c.rate('SHORTFALL_RATE')) };
  },
  bind: (b) => given(b, { award_value: dollars(b, 120_000, 480_000) }),
};

const advance: RuleModule = {
  id: 'procurement.advance',
  emits: { advance_paid: 'money' },
  reads: { award_value: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.record('advance').money('requested') > 0n && c.has('award_value'),
  then: (c) => ({ advance_paid: least(c.record('advance').money('requested'), c.round(c.money('award_value') * c.rate('ADVANCE_RATE', category(c)))) }),
  bind: (b) => {
    const value = known(b, 'award_value', () => dollars(b, 120_000, 480_000));
    return [...categoryOf(b).process, ...given(b, { award_value: value }), ...ownRows(b, 'advance', [{ requested: (value * BigInt(b.random.integer(33, 60))) / 100n }])];
  },
};

const guarantee: RuleModule = {
  id: 'procurement.advance-guarantee',
  emits: { advance_guarantee: 'money' },
  reads: { advance_paid: 'dependency' },
  rounding: FULL_THOUSANDS,
  when: (c) => c.money('advance_paid') > 0n,
  then: (c) => ({ advance_guarantee: c.round(c.money('advance_paid') * c.rate('GUARANTEE_RATE')) }),
  bind: (b) => given(b, { advance_paid: dollars(b, 20_000, 90_000) }),
};

export const SECURITY_RULES: readonly RuleModule[] = [bidSecurity, performance, advance, guarantee];
