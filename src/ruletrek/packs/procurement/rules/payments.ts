/** Invoices, what is kept back, interest on late payments, and what is left to pay. */
import { least, RATE_ONE, TO_CENT, total } from '../../../core/money.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { addDays, daysBetween } from '../calendar.ts';
import { dayBetween, known, ownRows, parts } from '../draw.ts';
import { sumOf } from './value.ts';

const DAYS_A_YEAR = 365n;

const invoiced: RuleModule = {
  id: 'procurement.invoiced-total',
  emits: { invoiced_total: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('invoice').length > 0,
  then: (c) => ({ invoiced_total: sumOf(c, 'invoice', 'amount') }),
  bind: (b) => {
    const open = b.facts.filter(({ kind, fields }) => kind === 'invoice' && fields['amount'] === undefined);
    const sum = wanted(b, 'invoiced_total') ?? dollars(b, 90_000, 300_000);
    if (open.length > 0) return open.map((row) => ({ ...row, fields: { amount: sum / BigInt(open.length) + dollars(b, 0, 900) } }));
    return ownRows(b, 'invoice', parts(b, sum, b.random.integer(2, 4), 'amount'));
  },
};

const retention: RuleModule = {
  id: 'procurement.retention',
  emits: { retention: 'money' },
  reads: { invoiced_total: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('invoiced_total') > 0n,
  then: (c) => ({ retention: c.round(c.money('invoiced_total') * c.rate('RETENTION_RATE')) }),
  bind: (b) => given(b, { invoiced_total: dollars(b, 90_000, 300_000) }),
};

/** Days from the day on which an invoice was due to the day on which it was paid. */
function overdue(c: RuleContext, row: RecordView): number {
  return Math.max(0, daysBetween(addDays(row.text('accepted'), c.limit('PAYMENT_DAYS')), row.text('paid')));
}

function lateInvoices(c: RuleContext): RecordView[] {
  return c.records('invoice').filter((row) => overdue(c, row) > 0);
}

/** One invoice in time, the others late; rows that are there get their days. */
function paidInvoices(b: Parameters<RuleModule['bind']>[0]): ReturnType<RuleModule['bind']> {
  const days = (i: number) => {
    const accepted = dayBetween(b, '2026-10-05', 40);
    return { accepted, paid: addDays(accepted, i === 0 ? b.random.integer(12, 28) : b.random.integer(38, 80)) };
  };
  const open = b.facts.filter(({ kind }) => kind === 'invoice');
  if (open.length > 0) return open.map((row, i) => ({ ...row, fields: days(i) }));
  return ownRows(b, 'invoice', [0, 1, 2].map((i) => ({ amount: dollars(b, 20_000, 90_000), ...days(i) })));
}

const interest: RuleModule = {
  id: 'procurement.late-interest',
  emits: { late_interest: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => lateInvoices(c).length > 0,
  then: (c) => {
    const moneyDays = total(lateInvoices(c).map((row) => row.money('amount') * BigInt(overdue(c, row))));
    return { late_interest: c.round(moneyDays * c.rate('INTEREST_RATE'), RATE_ONE * DAYS_A_YEAR) };
  },
  bind: paidInvoices,
};

const recoveryCost: RuleModule = {
  id: 'procurement.recovery-cost',
  emits: { recovery_cost: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => lateInvoices(c).length > 0,
  then: (c) => ({ recovery_cost: c.amount('RECOVERY_COST') * BigInt(lateInvoices(c).length) }),
  bind: paidInvoices,
};

const recovery: RuleModule = {
  id: 'procurement.advance-recovery',
  emits: { advance_recovered: 'money' },
  reads: { advance_paid: 'dependency', invoiced_total: 'dependency', current_value: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('advance_paid') > 0n && c.has('invoiced_total') && c.money('current_value') > 0n,
  then: (c) => ({ advance_recovered: least(c.money('advance_paid'), c.round(c.money('advance_paid') * c.money('invoiced_total'), c.money('current_value'))) }),
  bind: (b) => {
    const value = known(b, 'current_value', () => dollars(b, 220_000, 480_000));
    return given(b, { current_value: value, invoiced_total: (value * BigInt(b.random.integer(30, 90))) / 100n, advance_paid: (value * BigInt(b.random.integer(8, 20))) / 100n });
  },
};

const ADDED = ['late_interest', 'recovery_cost'] as const;
const TAKEN_OFF = ['retention', 'advance_recovered', 'delay_penalty'] as const;

const due: RuleModule = {
  id: 'procurement.amount-due',
  emits: { amount_due: 'money' },
  reads: {
    invoiced_total: 'dependency', retention: 'dependency', advance_recovered: 'dependency', delay_penalty: 'dependency', late_interest: 'aggregation', recovery_cost: 'aggregation',
  },
  rounding: TO_CENT,
  when: (c) => c.has('invoiced_total') && c.has('retention'),
  then: (c) => ({ amount_due: c.money('invoiced_total') + total(ADDED.map((name) => c.optional(name) ?? 0n)) - total(TAKEN_OFF.map((name) => c.optional(name) ?? 0n)) }),
  bind: (b) => given(b, { invoiced_total: known(b, 'invoiced_total', () => dollars(b, 90_000, 300_000)), retention: dollars(b, 2000, 14_000) }),
};

export const PAYMENT_RULES: readonly RuleModule[] = [invoiced, retention, interest, recoveryCost, recovery, due];
