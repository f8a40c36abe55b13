/** The price of the bid under review: offered, corrected, discounted, compared, contracted; prices that are too low. */
import { TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasFact, wanted } from '../../draw.ts';
import { priceOf, rivals } from '../draw-bids.ts';
import { dayBetween, fullProcedure, offerOf, ownBidderRows } from '../draw.ts';
import { sumOf } from './value.ts';

const offered: RuleModule = {
  id: 'procurement.offered-price',
  emits: { offered_price: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('offer').has('price'),
  then: (c) => ({ offered_price: c.record('offer').money('price') }),
  bind: (b) => (hasFact(b, 'offer-1', 'price') ? [] : offerOf(b, { price: wanted(b, 'offered_price') ?? dollars(b, 120_000, 480_000) })),
};

const corrected: RuleModule = {
  id: 'procurement.corrected-price',
  emits: { corrected_price: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('bill').length > 0,
  then: (c) => ({ corrected_price: total(c.records('bill').map((row) => row.money('unit_price') * BigInt(row.integer('quantity')))) }),
  bind: (b) => {
    const count = b.random.integer(2, 4);
    const each = (wanted(b, 'corrected_price') ?? priceOf(b)) / BigInt(count);
    return ownBidderRows(b, 'bill', Array.from({ length: count }, () => {
      const quantity = b.random.integer(7, 60);
      return { quantity, unit_price: (each * BigInt(b.random.integer(90, 110))) / BigInt(100 * quantity) };
    }));
  },
};

const PRICES = { corrected_price: 'override', offered_price: 'dependency' } as const;

/** The price as quantities and unit prices make it, else as offered. */
function basicPrice(c: RuleContext): bigint {
  return c.optional('corrected_price') ?? c.money('offered_price');
}

function priceGiven(b: Binder): Facts {
  return b.derived.has('corrected_price') ? [] : given(b, { offered_price: priceOf(b) });
}

const discount: RuleModule = {
  id: 'procurement.discount',
  emits: { discount_amount: 'money' },
  reads: PRICES,
  rounding: TO_CENT,
  when: (c) => c.records('discount').length > 0,
  then: (c) => ({ discount_amount: c.round(basicPrice(c) * BigInt(c.record('discount').integer('percent')), 100n) }),
  bind: (b) => [...ownBidderRows(b, 'discount', [{ percent: b.random.integer(2, 7) }]), ...priceGiven(b)],
};

const margin: RuleModule = {
  id: 'procurement.small-firm-margin',
  emits: { margin_amount: 'money' },
  reads: PRICES,
  rounding: TO_CENT,
  when: (c) => c.record('offer').flag('small_firm'),
  then: (c) => ({ margin_amount: c.round(basicPrice(c) * c.rate('MARGIN')) }),
  bind: (b) => [...offerOf(b, { small_firm: true }), ...priceGiven(b)],
};

/** Notices from this day on know no margin for small firms. */
const REPEALED_FROM = '2026-05-01';

const repeal: RuleModule = {
  id: 'procurement.margin-repeal',
  emits: { margin_repealed: 'boolean' },
  reads: { notice_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('notice_date') >= REPEALED_FROM,
  then: () => ({ margin_repealed: true }),
  bind: (b) => [...offerOf(b, { small_firm: true }), ...given(b, { notice_date: dayBetween(b, '2026-05-04', 25) })],
};

const evaluated: RuleModule = {
  id: 'procurement.evaluated-price',
  emits: { evaluated_price: 'money' },
  reads: { ...PRICES, discount_amount: 'dependency', margin_amount: 'exception', margin_repealed: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.has('corrected_price') || c.has('offered_price'),
  then: (c) => ({ evaluated_price: contracted(c) - (c.has('margin_repealed') ? 0n : (c.optional('margin_amount') ?? 0n)) }),
  bind: (b) => [...priceGiven(b), ...given(b, { discount_amount: priceOf(b) / BigInt(b.random.integer(18, 40)) })],
};

/** The basic price less the discount. */
function contracted(c: RuleContext): bigint {
  return basicPrice(c) - (c.optional('discount_amount') ?? 0n);
}

const awardValue: RuleModule = {
  id: 'procurement.award-value',
  emits: { award_value: 'money' },
  reads: { ...PRICES, discount_amount: 'dependency', lots_award_value: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.has('lots_award_value') || c.has('corrected_price') || c.has('offered_price'),
  then: (c) => ({ award_value: c.optional('lots_award_value') ?? contracted(c) }),
  bind: (b) => [...priceGiven(b), ...given(b, { discount_amount: priceOf(b) / BigInt(b.random.integer(18, 40)) })],
};

const mean: RuleModule = {
  id: 'procurement.mean-of-rivals',
  emits: { rival_mean: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('rival').length >= 3,
  then: (c) => ({ rival_mean: c.round(sumOf(c, 'rival', 'price'), BigInt(c.records('rival').length)) }),
  bind: (b) => (b.facts.some(({ kind, fields }) => kind === 'rival' && fields['price'] !== undefined) ? [] : rivals(b, 'price')),
};

const tooLow: RuleModule = {
  id: 'procurement.abnormally-low',
  emits: { low_gap: 'money' },
  reads: { ...PRICES, rival_mean: 'dependency', discount_amount: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && lowGap(c) > 0n,
  then: (c) => ({ low_gap: lowGap(c) }),
  bind: (b) => {
    const own = b.values.get('corrected_price') ?? b.values.get('offered_price') ?? dollars(b, 120_000, 480_000);
    return [...fullProcedure(b), ...(b.derived.has('corrected_price') ? [] : given(b, { offered_price: own })), ...given(b, { rival_mean: ((own as bigint) * BigInt(b.random.integer(134, 170))) / 100n })];
  },
};

function lowGap(c: RuleContext): bigint {
  return c.round(c.money('rival_mean') * c.rate('ABNORMAL')) - contracted(c);
}

export const PRICE_RULES: readonly RuleModule[] = [offered, corrected, discount, margin, repeal, evaluated, awardValue, mean, tooLow];
