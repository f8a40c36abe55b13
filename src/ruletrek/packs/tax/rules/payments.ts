/** Tax withheld, estimated payments in their window, total tax, and what is left to pay. */
import { TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, rows, split, wanted } from '../../draw.ts';
import { TAX_YEAR } from '../facts.ts';

const withheld: RuleModule = {
  id: 'tax.withholding',
  emits: { tax_withheld: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('w2').some((row) => row.has('withheld')),
  then: (c) => ({ tax_withheld: total(c.records('w2').filter((row) => row.has('withheld')).map((row) => row.money('withheld'))) }),
  bind: (b) => {
    const sum = wanted(b, 'tax_withheld') ?? dollars(b, 4000, 22_000);
    const lines = b.facts.filter(({ kind, fields }) => kind === 'w2' && fields['withheld'] === undefined);
    if (lines.length > 0) return split(b, sum, lines.length).map((amount, i) => ({ ...lines[i]!, fields: { withheld: amount } }));
    return hasRows(b, 'w2') ? [] : rows(b, 'w2', split(b, sum, 2).map((amount) => ({ owner: 'taxpayer', year: TAX_YEAR, withheld: amount })));
  },
};

/** Payments made from 16 January of the year to 15 January of the next count for it. */
function inWindow(c: RuleContext): bigint {
  const inside = c.records('payment').filter((row) => row.text('date') >= `${TAX_YEAR}-01-16` && row.text('date') <= `${TAX_YEAR + 1}-01-15`);
  return total(inside.map((row) => row.money('amount')));
}

const estimated: RuleModule = {
  id: 'tax.estimated-payments',
  emits: { estimated_payments: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => inWindow(c) > 0n,
  then: (c) => ({ estimated_payments: inWindow(c) }),
  bind: (b) => (hasRows(b, 'payment') ? [] : paymentRows(b, wanted(b, 'estimated_payments') ?? dollars(b, 2000, 12_000))),
};

/** The last instalment falls into January of the next year. */
function paymentRows(b: Binder, sum: bigint): Facts {
  const days = [`${TAX_YEAR}-04-${b.random.integer(10, 15)}`, `${TAX_YEAR}-09-${b.random.integer(10, 15)}`, `${TAX_YEAR + 1}-01-${b.random.integer(10, 15)}`];
  return rows(b, 'payment', split(b, sum, 3).map((amount, i) => ({ owner: 'taxpayer', date: days[i]!, amount })));
}

const payments: RuleModule = {
  id: 'tax.total-payments',
  emits: { total_payments: 'money' },
  reads: { tax_withheld: 'aggregation', estimated_payments: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.has('tax_withheld') || c.has('estimated_payments'),
  then: (c) => ({ total_payments: (c.optional('tax_withheld') ?? 0n) + (c.optional('estimated_payments') ?? 0n) }),
  bind: (b) => given(b, { tax_withheld: dollars(b, 4000, 22_000), estimated_payments: dollars(b, 800, 6000) }),
};

const ADDED = ['se_tax', 'net_investment_income_tax', 'additional_medicare_tax'] as const;

const totalTax: RuleModule = {
  id: 'tax.total-tax',
  emits: { total_tax: 'money' },
  reads: { income_tax: 'dependency', nonrefundable_credits: 'dependency', se_tax: 'aggregation', net_investment_income_tax: 'aggregation', additional_medicare_tax: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('income_tax'),
  then: (c) => ({ total_tax: c.money('income_tax') - (c.optional('nonrefundable_credits') ?? 0n) + added(c) }),
  bind: (b) => given(b, { income_tax: wanted(b, 'total_tax') ?? dollars(b, 5000, 40_000) }),
};

function added(c: RuleContext): bigint {
  return total(ADDED.map((name) => c.optional(name) ?? 0n));
}

const balance: RuleModule = {
  id: 'tax.balance-due',
  emits: { balance_due: 'money' },
  reads: { total_tax: 'dependency', total_payments: 'dependency', refundable_credits: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('total_tax') && c.has('total_payments'),
  then: (c) => ({ balance_due: c.money('total_tax') - c.money('total_payments') - (c.optional('refundable_credits') ?? 0n) }),
  bind: (b) => given(b, { total_tax: dollars(b, 8000, 40_000), total_payments: dollars(b, 4000, 36_000) }),
};

export const PAYMENT_RULES: readonly RuleModule[] = [withheld, estimated, payments, totalTax, balance];
