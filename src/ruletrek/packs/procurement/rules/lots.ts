/** Lots: combined offers, how many lots a bidder can carry and win. */
import { greatest, TO_CENT, total } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { ownBidderRows, ownRows } from '../draw.ts';
import { category, sumOf } from './value.ts';

const combination: RuleModule = {
  id: 'procurement.combined-offer',
  emits: { combination_saving: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => saving(c) > 0n && saving(c) >= c.round(sumOf(c, 'single_offer', 'amount') * c.rate('COMBINATION_SHARE')),
  then: (c) => ({ combination_saving: saving(c) }),
  bind: (b) => {
    const singles = Array.from({ length: b.random.integer(2, 3) }, () => ({ amount: dollars(b, 40_000, 120_000) }));
    const sum = total(singles.map(({ amount }) => amount));
    const amount = greatest(0n, sum - (wanted(b, 'combination_saving') ?? (sum * BigInt(b.random.integer(4, 11))) / 100n));
    return [...ownRows(b, 'single_offer', singles), ...ownBidderRows(b, 'combined_offer', [{ amount }])];
  },
};

function saving(c: RuleContext): bigint {
  return sumOf(c, 'single_offer', 'amount') - c.record('combined_offer').money('amount');
}

const capacity: RuleModule = {
  id: 'procurement.lot-capacity',
  emits: { lot_capacity: 'integer' },
  reads: { available_turnover: 'dependency' },
  rounding: TO_CENT,
  when: (c) => lotsAfforded(c) >= 1 && lotsAfforded(c) < c.limit('LOT_CAP'),
  then: (c) => ({ lot_capacity: lotsAfforded(c) }),
  bind: (b) => {
    const category = b.facts.find(({ kind }) => kind === 'process')?.fields['category'];
    const [low, high] = category === 'works' ? [310_000, 590_000] : [122_000, 199_000];
    return given(b, { available_turnover: dollars(b, low, high) });
  },
};

function lotsAfforded(c: RuleContext): number {
  return Number(c.money('available_turnover') / c.amount('LOT_TURNOVER', category(c)));
}

const won: RuleModule = {
  id: 'procurement.lots-won',
  emits: { lots_won_value: 'money' },
  reads: { lot_capacity: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.records('ranked_lot').length > 0,
  then: (c) => {
    const most = c.optionalCount('lot_capacity') ?? c.limit('LOT_CAP');
    const values = c.records('ranked_lot').map((row) => row.money('value')).sort((a, b) => (a < b ? 1 : -1));
    return { lots_won_value: total(values.slice(0, most)) };
  },
  bind: (b) => ownBidderRows(b, 'ranked_lot', Array.from({ length: b.random.integer(3, 4) }, () => ({ value: dollars(b, 40_000, 160_000) }))),
};

const lotsAward: RuleModule = {
  id: 'procurement.lots-award',
  emits: { lots_award_value: 'money' },
  reads: { lots_won_value: 'dependency', combination_saving: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('lots_won_value') && c.has('combination_saving'),
  then: (c) => ({ lots_award_value: c.money('lots_won_value') - c.money('combination_saving') }),
  bind: (b) => given(b, { lots_won_value: dollars(b, 120_000, 260_000), combination_saving: dollars(b, 5000, 14_000) }),
};

export const LOT_RULES: readonly RuleModule[] = [combination, capacity, won, lotsAward];
