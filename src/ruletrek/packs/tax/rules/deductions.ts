/** Standard and itemized deductions, and which of the two is taken. */
import { ageOn } from '../../../core/dates.ts';
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, hasFact, wanted } from '../../draw.ts';
import { expenses, person, returnOf, statusOf, threshold } from '../draw.ts';
import { TAX_YEAR } from '../facts.ts';

export const YEAR_END = `${TAX_YEAR}-12-31`;

export function status(c: RuleContext): string {
  return c.record('return').text('status');
}

/** Taxpayer and, in a joint return, spouse who are 65 or older at the end of the year. */
export function agedFilers(c: RuleContext): RecordView[] {
  const joint = status(c) === 'joint';
  const filers = c.records('person').filter((one) => one.subject === 'taxpayer' || (joint && one.subject === 'spouse'));
  return filers.filter((one) => ageOn(one.text('born'), YEAR_END) >= 65);
}

export function spent(c: RuleContext, ...categories: readonly string[]): bigint {
  return total(c.records('expense').filter((row) => categories.includes(row.text('category'))).map((row) => row.money('amount')));
}

const basic: RuleModule = {
  id: 'tax.standard-basic',
  emits: { standard_basic: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => status(c) !== '',
  then: (c) => ({ standard_basic: c.amount('STD', status(c)) }),
  bind: (b) => [returnOf(statusOf(b))],
};

const aged: RuleModule = {
  id: 'tax.standard-aged',
  emits: { standard_addition: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => agedFilers(c).length > 0,
  then: (c) => ({ standard_addition: c.amount('STD_Aged', status(c)) * BigInt(agedFilers(c).length) }),
  bind: (b) => {
    const own = statusOf(b);
    return [returnOf(own), person(b, 'taxpayer', 66, 84), ...(own === 'joint' ? [person(b, 'spouse', 50, 80)] : [])];
  },
};

const dependent: RuleModule = {
  id: 'tax.standard-dependent',
  emits: { dependent_standard: 'money' },
  reads: { standard_basic: 'dependency', wages: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.record('return').flag('claimed_by_other'),
  then: (c) => {
    const earned = (c.optional('wages') ?? 0n) + c.amount('STD_Dep_earned_add');
    return { dependent_standard: least(c.money('standard_basic'), greatest(c.amount('STD_Dep'), earned)) };
  },
  bind: (b) => [returnOf(statusOf(b, ['single']), { claimed_by_other: true }), ...given(b, { standard_basic: BigInt(threshold('STD', 'single') * 100), wages: dollars(b, 2000, 12_000) })],
};

const standard: RuleModule = {
  id: 'tax.standard-deduction',
  emits: { standard_deduction: 'money' },
  reads: { dependent_standard: 'exception', standard_basic: 'dependency', standard_addition: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('standard_basic') || c.has('dependent_standard'),
  then: (c) => ({ standard_deduction: (c.optional('dependent_standard') ?? c.money('standard_basic')) + (c.optional('standard_addition') ?? 0n) }),
  bind: (b) => given(b, { standard_basic: BigInt(threshold('STD', statusOf(b)) * 100) }),
};

const medical: RuleModule = {
  id: 'tax.medical-expenses',
  emits: { medical_deduction: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => spent(c, 'medical') > floorOf(c),
  then: (c) => ({ medical_deduction: spent(c, 'medical') - floorOf(c) }),
  bind: (b) => [
    ...given(b, { adjusted_gross_income: dollars(b, 50_000, 140_000) }),
    ...expenses(b, 'medical', (wanted(b, 'medical_deduction') ?? dollars(b, 3000, 12_000)) + dollars(b, 7000, 12_000), 3),
  ],
};

function floorOf(c: RuleContext): bigint {
  return c.round(c.money('adjusted_gross_income') * c.rate('ID_Medical_frt'));
}

const taxesPhaseDown: RuleModule = {
  id: 'tax.taxes-phase-down',
  emits: { reduced_tax_limit: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('adjusted_gross_income') > c.amount('ID_AllTaxes_c_ps', status(c)),
  then: (c) => {
    const excess = c.money('adjusted_gross_income') - c.amount('ID_AllTaxes_c_ps', status(c));
    const reduced = c.amount('ID_AllTaxes_c', status(c)) - c.round(excess * c.rate('ID_AllTaxes_c_po_rate'));
    return { reduced_tax_limit: greatest(c.amount('ID_AllTaxes_c_po_floor', status(c)), reduced) };
  },
  bind: (b) => {
    const own = statusOf(b);
    const start = threshold('ID_AllTaxes_c_ps', own);
    return [returnOf(own), ...given(b, { adjusted_gross_income: dollars(b, start + 4000, start + 44_000) })];
  },
};

const taxes: RuleModule = {
  id: 'tax.state-and-local-taxes',
  emits: { taxes_deduction: 'money' },
  reads: { reduced_tax_limit: 'override' },
  rounding: TO_CENT,
  when: (c) => spent(c, 'state-tax', 'property-tax') > 0n,
  then: (c) => ({ taxes_deduction: least(spent(c, 'state-tax', 'property-tax'), c.optional('reduced_tax_limit') ?? c.amount('ID_AllTaxes_c', status(c))) }),
  bind: (b) => {
    const own = statusOf(b);
    const cap = threshold('ID_AllTaxes_c', own);
    return [returnOf(own), ...expenses(b, 'state-tax', dollars(b, cap * 0.8, cap * 1.2), 2), ...expenses(b, 'property-tax', dollars(b, cap * 0.25, cap * 0.6), 1)];
  },
};

const charity: RuleModule = {
  id: 'tax.charity-limit',
  emits: { charity_deduction: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => spent(c, 'charity') > 0n,
  then: (c) => ({ charity_deduction: least(spent(c, 'charity'), c.round(c.money('adjusted_gross_income') * c.rate('ID_Charity_crt_all'))) }),
  bind: (b) => {
    const income = dollars(b, 40_000, 90_000);
    return [...given(b, { adjusted_gross_income: income }), ...expenses(b, 'charity', wanted(b, 'charity_deduction') ?? (income * BigInt(b.random.integer(62, 80))) / 100n, 2)];
  },
};

const mortgage: RuleModule = {
  id: 'tax.mortgage-interest',
  emits: { interest_deduction: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => spent(c, 'mortgage-interest') > 0n,
  then: (c) => ({ interest_deduction: spent(c, 'mortgage-interest') }),
  bind: (b) => expenses(b, 'mortgage-interest', wanted(b, 'interest_deduction') ?? dollars(b, 6000, 24_000), 2),
};

const ITEMS = ['medical_deduction', 'taxes_deduction', 'charity_deduction', 'interest_deduction'] as const;

const itemized: RuleModule = {
  id: 'tax.itemized-total',
  emits: { itemized_total: 'money' },
  reads: { medical_deduction: 'aggregation', taxes_deduction: 'aggregation', charity_deduction: 'aggregation', interest_deduction: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => ITEMS.some((name) => c.has(name)),
  then: (c) => ({ itemized_total: total(ITEMS.map((name) => c.optional(name) ?? 0n)) }),
  bind: (b) => given(b, { interest_deduction: dollars(b, 12_000, 24_000), charity_deduction: dollars(b, 2000, 22_000) }),
};

const denied: RuleModule = {
  id: 'tax.spouse-itemizes',
  emits: { standard_denied: 'boolean' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => status(c) === 'separate' && c.record('return').flag('spouse_itemizes'),
  then: () => ({ standard_denied: true }),
  bind: () => [returnOf('separate', { spouse_itemizes: true })],
};

const chosen: RuleModule = {
  id: 'tax.larger-deduction',
  emits: { deduction: 'money' },
  reads: { standard_denied: 'override', standard_deduction: 'precedence', itemized_total: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.has('standard_deduction') || c.has('standard_denied'),
  then: (c) => ({ deduction: greatest(c.has('standard_denied') ? 0n : c.money('standard_deduction'), c.optional('itemized_total') ?? 0n) }),
  bind: (b) => (hasFact(b, 'given', 'itemized_total') ? [] : given(b, { standard_deduction: wanted(b, 'deduction') ?? BigInt(threshold('STD', statusOf(b)) * 100), itemized_total: dollars(b, 4000, 42_000) })),
};

export const DEDUCTION_RULES: readonly RuleModule[] = [basic, aged, dependent, standard, medical, taxesPhaseDown, taxes, charity, mortgage, itemized, denied, chosen];
