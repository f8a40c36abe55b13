/** What a contract is worth: lots, options, recurring supplies, earlier contracts, small lots, the threshold of the full procedure. */
import { addMonths } from '../calendar.ts';
import { greatest, TO_CENT, total } from '../../../core/money.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { dayBetween, known, moreRows, ofCategory, ownRows, parts } from '../draw.ts';

export function category(c: RuleContext): string {
  return c.record('process').text('category');
}

/** Sum of an amount over all rows of a kind. */
export function sumOf(c: RuleContext, kind: string, field: string): bigint {
  return total(c.records(kind).map((row) => row.money(field)));
}

const lots: RuleModule = {
  id: 'procurement.lots-value',
  emits: { lots_value: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('lot').length > 0,
  then: (c) => ({ lots_value: sumOf(c, 'lot', 'value') }),
  bind: (b) => ownRows(b, 'lot', parts(b, wanted(b, 'lots_value') ?? dollars(b, 150_000, 600_000), b.random.integer(2, 4), 'value')),
};

const options: RuleModule = {
  id: 'procurement.options-value',
  emits: { options_value: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('option').length > 0,
  then: (c) => ({ options_value: sumOf(c, 'option', 'value') }),
  bind: (b) => ownRows(b, 'option', parts(b, wanted(b, 'options_value') ?? dollars(b, 9000, 60_000), b.random.integer(1, 3), 'value')),
};

const recurring: RuleModule = {
  id: 'procurement.recurring-value',
  emits: { recurring_value: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('recurring').length > 0,
  then: (c) => {
    const most = c.limit('RECURRING_MONTHS');
    return { recurring_value: total(c.records('recurring').map((row) => row.money('monthly') * BigInt(Math.min(most, row.integer('months'))))) };
  },
  bind: (b) => {
    const months = b.random.integer(40, 53);
    const want = wanted(b, 'recurring_value');
    return ownRows(b, 'recurring', [{ monthly: want === undefined ? dollars(b, 800, 4000) : want / BigInt(Math.min(48, months)), months }]);
  },
};

/** Contracts that were signed within a year before the notice. */
function related(c: RuleContext): RecordView[] {
  const notice = c.text('notice_date');
  return c.records('earlier_contract').filter((row) => row.text('signed') < notice && row.text('signed') >= addMonths(notice, -12));
}

const earlier: RuleModule = {
  id: 'procurement.related-contracts',
  emits: { related_value: 'money' },
  reads: { notice_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => related(c).length > 0,
  then: (c) => ({ related_value: total(related(c).map((row) => row.money('value'))) }),
  bind: (b) => [
    ...given(b, { notice_date: known(b, 'notice_date', () => dayBetween(b, '2026-02-09', 100)) }),
    ...ownRows(b, 'earlier_contract', [
      ...parts(b, wanted(b, 'related_value') ?? dollars(b, 15_000, 70_000), b.random.integer(1, 2), 'value').map((row) => ({ ...row, signed: dayBetween(b, '2025-07-15', 150) })),
      { signed: dayBetween(b, '2024-07-01', 120), value: dollars(b, 9000, 50_000) },
    ]),
  ],
};

/** Value by value: what a release states takes the place of what the lots and the options add up to. */
const PARTS = ['recurring_value', 'related_value', 'compiled_charges'] as const;

const estimate: RuleModule = {
  id: 'procurement.contract-estimate',
  emits: { contract_estimate: 'money' },
  reads: {
    lots_value: 'aggregation', compiled_value: 'override', options_value: 'aggregation', compiled_options: 'override',
    recurring_value: 'aggregation', related_value: 'aggregation', compiled_charges: 'aggregation',
  },
  rounding: TO_CENT,
  when: (c) => c.has('compiled_value') || c.has('lots_value'),
  then: (c) => {
    const main = c.optional('compiled_value') ?? c.money('lots_value');
    const further = c.optional('compiled_options') ?? c.optional('options_value') ?? 0n;
    return { contract_estimate: main + further + total(PARTS.map((name) => c.optional(name) ?? 0n)) };
  },
  bind: (b) => given(b, { lots_value: wanted(b, 'contract_estimate') ?? dollars(b, 180_000, 600_000), options_value: dollars(b, 9000, 40_000) }),
};

const fullProcedure: RuleModule = {
  id: 'procurement.full-procedure',
  emits: { threshold_excess: 'money' },
  reads: { contract_estimate: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('contract_estimate') > c.amount('THRESHOLD', category(c)),
  then: (c) => ({ threshold_excess: c.money('contract_estimate') - c.amount('THRESHOLD', category(c)) }),
  bind: (b) => {
    const { number, process } = ofCategory(b, 'THRESHOLD');
    const over = wanted(b, 'threshold_excess') ?? dollars(b, 20_000, 150_000);
    return [...process, ...given(b, { contract_estimate: over + BigInt(number * 100) })];
  },
};

function smallLots(c: RuleContext): bigint {
  const bound = c.amount('SMALL_LOT', category(c));
  return total(c.records('lot').map((row) => row.money('value')).filter((value) => value < bound));
}

const exempt: RuleModule = {
  id: 'procurement.small-lots',
  emits: { exempt_value: 'money' },
  reads: { contract_estimate: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && smallLots(c) > 0n && smallLots(c) <= c.round(c.money('contract_estimate') * c.rate('SMALL_LOT_SHARE')),
  then: (c) => ({ exempt_value: smallLots(c) }),
  bind: (b) => {
    const { number, process } = ofCategory(b, 'SMALL_LOT');
    const small = { value: wanted(b, 'exempt_value') ?? dollars(b, 0.5 * number, 0.98 * number) };
    const large = b.facts.some(({ kind }) => kind === 'lot') ? [] : Array.from({ length: 3 }, () => ({ value: dollars(b, 1.5 * number, 2.8 * number) }));
    return [...process, ...moreRows(b, 'lot', [small, ...large]), ...given(b, { contract_estimate: dollars(b, 6 * number, 9 * number), threshold_excess: dollars(b, 20_000, 150_000) })];
  },
};

const covered: RuleModule = {
  id: 'procurement.covered-value',
  emits: { covered_value: 'money' },
  reads: { contract_estimate: 'dependency', exempt_value: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('contract_estimate') && c.has('exempt_value'),
  then: (c) => ({ covered_value: greatest(0n, c.money('contract_estimate') - c.money('exempt_value')) }),
  bind: (b) => given(b, { contract_estimate: dollars(b, 200_000, 600_000), exempt_value: dollars(b, 9000, 39_000) }),
};

export const VALUE_RULES: readonly RuleModule[] = [lots, options, recurring, earlier, estimate, fullProcedure, exempt, covered];
