/** Capital gains and losses: holding period, netting, the limit on losses. */
import { addYears } from '../../../core/dates.ts';
import { TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, rows, wanted } from '../../draw.ts';
import { dayOf, returnOf, statusOf } from '../draw.ts';
import { TAX_YEAR } from '../facts.ts';

/** More than one year between purchase and sale. */
function isLong(lot: RecordView): boolean {
  return lot.text('sold') > addYears(lot.text('acquired'), 1);
}

function lotsOf(c: RuleContext, long: boolean): RecordView[] {
  return c.records('lot').filter((lot) => isLong(lot) === long);
}

function resultOf(lots: readonly RecordView[]): bigint {
  return total(lots.map((lot) => lot.money('proceeds') - lot.money('basis')));
}

/** Sales that sum to `result`, the last of them taking what is left. */
function sales(b: Binder, long: boolean, result: bigint): Facts {
  const count = b.random.integer(1, 3);
  const first = Array.from({ length: count - 1 }, () => dollars(b, -4000, 6000));
  const results = [...first, result - total(first)];
  return rows(b, 'lot', results.map((gain) => {
    const basis = dollars(b, 20_000, 60_000) + (gain < 0n ? -gain : 0n);
    return { owner: 'taxpayer', ...period(b, long), proceeds: basis + gain, basis };
  }));
}

function period(b: Binder, long: boolean): { acquired: string; sold: string } {
  const sold = dayOf(b);
  const acquired = long ? dayOf(b, TAX_YEAR - b.random.integer(2, 6)) : `${TAX_YEAR - 1}-12-${b.random.integer(10, 31)}`;
  return { acquired, sold: !long && sold > `${TAX_YEAR}-12-09` ? `${TAX_YEAR}-12-09` : sold };
}

function hasSales(b: Binder, long: boolean): boolean {
  const isLongLot = (fields: Facts[number]['fields']): boolean => String(fields['sold']) > addYears(String(fields['acquired']), 1);
  return b.facts.some(({ kind, fields }) => kind === 'lot' && isLongLot(fields) === long);
}

const shortTerm: RuleModule = {
  id: 'tax.short-term-result',
  emits: { short_term_result: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => lotsOf(c, false).length > 0,
  then: (c) => ({ short_term_result: resultOf(lotsOf(c, false)) }),
  bind: (b) => (hasSales(b, false) ? [] : sales(b, false, wanted(b, 'short_term_result') ?? dollars(b, -9000, 9000))),
};

const longTerm: RuleModule = {
  id: 'tax.long-term-result',
  emits: { long_term_result: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => lotsOf(c, true).length > 0,
  then: (c) => ({ long_term_result: resultOf(lotsOf(c, true)) }),
  bind: (b) => (hasSales(b, true) ? [] : sales(b, true, wanted(b, 'long_term_result') ?? dollars(b, -6000, 30_000))),
};

const carryover: RuleModule = {
  id: 'tax.loss-carryover',
  emits: { loss_carried_in: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('carryover').length > 0,
  then: (c) => ({ loss_carried_in: total(c.records('carryover').map((row) => row.money('amount'))) }),
  bind: (b) => (hasRows(b, 'carryover') ? [] : rows(b, 'carryover', [{ owner: 'taxpayer', year: TAX_YEAR, amount: wanted(b, 'loss_carried_in') ?? dollars(b, 800, 9000) }])),
};

const netting: RuleModule = {
  id: 'tax.net-capital-result',
  emits: { net_capital_result: 'money' },
  reads: { short_term_result: 'aggregation', long_term_result: 'aggregation', loss_carried_in: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.has('short_term_result') || c.has('long_term_result'),
  then: (c) => ({
    net_capital_result: (c.optional('short_term_result') ?? 0n) + (c.optional('long_term_result') ?? 0n) - (c.optional('loss_carried_in') ?? 0n),
  }),
  bind: (b) => {
    const net = wanted(b, 'net_capital_result') ?? dollars(b, -9000, 25_000);
    const long = b.derived.has('short_term_result') ? net : dollars(b, -4000, 12_000);
    return given(b, { short_term_result: net - long, long_term_result: long });
  },
};

const separateCap: RuleModule = {
  id: 'tax.loss-limit-separate',
  emits: { separate_loss_limit: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('return').text('status') === 'separate',
  then: (c) => ({ separate_loss_limit: c.amount('Capital_loss_limitation', 'separate') }),
  bind: () => [returnOf('separate')],
};

const lossLimit: RuleModule = {
  id: 'tax.loss-limit',
  emits: { deductible_loss: 'money' },
  reads: { net_capital_result: 'dependency', separate_loss_limit: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.money('net_capital_result') < -lossCap(c),
  then: (c) => ({ deductible_loss: lossCap(c) }),
  bind: (b) => [returnOf(statusOf(b, ['single', 'joint', 'head'])), ...given(b, { net_capital_result: -dollars(b, 3600, 19_000) })],
};

function lossCap(c: RuleContext): bigint {
  return c.optional('separate_loss_limit') ?? c.amount('Capital_loss_limitation', 'single');
}

/** What enters income: the limited loss, else the net result, else nothing. */
export function capitalPart(c: RuleContext): bigint {
  const limited = c.optional('deductible_loss');
  return limited === undefined ? (c.optional('net_capital_result') ?? 0n) : -limited;
}

export const GAIN_RULES: readonly RuleModule[] = [shortTerm, longTerm, carryover, netting, separateCap, lossLimit];
