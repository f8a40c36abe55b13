/** Deductions on top of the standard or itemized one, their phase-outs, and taxable income. */
import { greatest, least, TO_CENT, total, type Rounding } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, rows, wanted } from '../../draw.ts';
import { expenses, person, returnOf, statusOf, threshold } from '../draw.ts';
import { TAX_YEAR, type FilingStatus } from '../facts.ts';
import { agedFilers, spent, status } from './deductions.ts';

const NOT_SEPARATE = ['single', 'joint', 'head'] as const;
/** Full thousands of dollars, and thousands of which the last may be a part. */
const FULL_THOUSANDS: Rounding = { unit: 100_000n, mode: 'down' };
const STARTED_THOUSANDS: Rounding = { unit: 100_000n, mode: 'up' };

/** Income over a threshold of the status; negative below it. */
function excessOver(c: RuleContext, parameter: string): bigint {
  return c.money('adjusted_gross_income') - c.amount(parameter, status(c));
}

/** Draws a status and an income somewhat above a threshold. */
function above(b: Binder, parameter: string, statuses: readonly FilingStatus[], low: number, high: number): Facts {
  const own = statusOf(b, statuses);
  const start = threshold(parameter, own);
  return [returnOf(own), ...given(b, { adjusted_gross_income: dollars(b, start + low, start + high) })];
}

const seniorPhaseOut: RuleModule = {
  id: 'tax.senior-phase-out',
  emits: { senior_reduction: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => excessOver(c, 'SeniorDed_ps') > 0n,
  then: (c) => ({ senior_reduction: c.round(excessOver(c, 'SeniorDed_ps') * c.rate('SeniorDed_prt')) }),
  bind: (b) => above(b, 'SeniorDed_ps', NOT_SEPARATE, 4000, 60_000),
};

const senior: RuleModule = {
  id: 'tax.senior-deduction',
  emits: { senior_deduction: 'money' },
  reads: { senior_reduction: 'exception' },
  rounding: TO_CENT,
  when: (c) => status(c) !== 'separate' && agedFilers(c).length > 0,
  then: (c) => {
    const each = greatest(0n, c.amount('SeniorDed_c') - (c.optional('senior_reduction') ?? 0n));
    return { senior_deduction: each * BigInt(agedFilers(c).length) };
  },
  bind: (b) => {
    const own = statusOf(b, NOT_SEPARATE);
    return [returnOf(own), person(b, 'taxpayer', 66, 84), ...(own === 'joint' ? [person(b, 'spouse', 48, 84)] : [])];
  },
};

/** A deduction for premium pay or tips: an amount of the wage statements, a cap, a phase-out by full thousands. */
function payDeduction(field: 'overtime' | 'tips', parameter: 'OvertimeIncomeDed' | 'TipIncomeDed'): [RuleModule, RuleModule] {
  const cap = (c: RuleContext): bigint => c.amount(`${parameter}_c`, field === 'overtime' ? status(c) : '');
  const sum = (c: RuleContext): bigint => total(c.records('w2').filter((row) => row.has(field)).map((row) => row.money(field)));
  const reduction = `${field}_reduction`;
  const phaseOut: RuleModule = {
    id: `tax.${field}-phase-out`,
    emits: { [reduction]: 'money' },
    reads: { adjusted_gross_income: 'dependency' },
    rounding: FULL_THOUSANDS,
    when: (c) => excessOver(c, `${parameter}_ps`) >= c.amount(`${parameter}_po_step_size`),
    then: (c) => ({ [reduction]: (c.round(excessOver(c, `${parameter}_ps`), 1n) * c.rate(`${parameter}_po_rate_per_step`)) / 1_000_000n }),
    bind: (b) => above(b, `${parameter}_ps`, NOT_SEPARATE, 3000, 30_000),
  };
  const deduction: RuleModule = {
    id: `tax.${field}-deduction`,
    emits: { [`${field}_deduction`]: 'money' },
    reads: { [reduction]: 'exception' },
    rounding: TO_CENT,
    when: (c) => status(c) !== 'separate' && sum(c) > 0n,
    then: (c) => ({ [`${field}_deduction`]: greatest(0n, least(sum(c), cap(c)) - (c.optional(reduction) ?? 0n)) }),
    bind: (b) => [returnOf(statusOf(b, NOT_SEPARATE)), ...payRows(b, field)],
  };
  return [phaseOut, deduction];
}

function payRows(b: Binder, field: string): Facts {
  const drawn = (): bigint => dollars(b, 2500, 9000);
  const existing = b.facts.filter(({ kind, fields }) => kind === 'w2' && fields[field] === undefined);
  if (existing.length > 0) return existing.map((row) => ({ ...row, fields: { [field]: drawn() } }));
  return hasRows(b, 'w2') ? [] : rows(b, 'w2', [{ owner: 'taxpayer', year: TAX_YEAR, [field]: drawn() }, { owner: 'taxpayer', year: TAX_YEAR, [field]: drawn() }]);
}

const carPhaseOut: RuleModule = {
  id: 'tax.car-loan-phase-out',
  emits: { car_loan_reduction: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: STARTED_THOUSANDS,
  when: (c) => excessOver(c, 'AutoLoanInterestDed_ps') > 0n,
  then: (c) => ({ car_loan_reduction: (c.round(excessOver(c, 'AutoLoanInterestDed_ps'), 1n) * c.rate('AutoLoanInterestDed_po_rate_per_step')) / 1_000_000n }),
  bind: (b) => above(b, 'AutoLoanInterestDed_ps', ['single', 'joint', 'separate', 'head'], 2000, 16_000),
};

const carLoan: RuleModule = {
  id: 'tax.car-loan-deduction',
  emits: { car_loan_deduction: 'money' },
  reads: { car_loan_reduction: 'exception' },
  rounding: TO_CENT,
  when: (c) => spent(c, 'car-loan-interest') > 0n,
  then: (c) => ({
    car_loan_deduction: greatest(0n, least(spent(c, 'car-loan-interest'), c.amount('AutoLoanInterestDed_c')) - (c.optional('car_loan_reduction') ?? 0n)),
  }),
  bind: (b) => expenses(b, 'car-loan-interest', dollars(b, 5000, 12_500), 2),
};

/** Income less the deduction that was chosen. */
function incomeAfterDeduction(c: RuleContext): bigint {
  return greatest(0n, c.money('adjusted_gross_income') - c.money('deduction'));
}

const business: RuleModule = {
  id: 'tax.business-deduction',
  emits: { business_deduction: 'money' },
  reads: { business_profit: 'dependency', se_deduction: 'dependency', adjusted_gross_income: 'eligibility', deduction: 'dependency', preferential_base: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.money('business_profit') > 0n && incomeAfterDeduction(c) > 0n && incomeAfterDeduction(c) <= c.amount('PT_qbid_taxinc_thd', status(c)),
  then: (c) => {
    const qualified = c.money('business_profit') - (c.optional('se_deduction') ?? 0n);
    const ceiling = greatest(0n, incomeAfterDeduction(c) - (c.optional('preferential_base') ?? 0n));
    return { business_deduction: c.round(least(qualified, ceiling) * c.rate('PT_qbid_rt')) };
  },
  bind: (b) => {
    const own = statusOf(b);
    const deduction = BigInt(threshold('STD', own) * 100);
    return [returnOf(own), ...given(b, { business_profit: dollars(b, 20_000, 60_000), se_deduction: dollars(b, 1400, 4200), deduction, adjusted_gross_income: deduction + dollars(b, 30_000, 120_000) })];
  },
};

const EXTRA = ['senior_deduction', 'overtime_deduction', 'tips_deduction', 'car_loan_deduction', 'business_deduction'] as const;

const taxable: RuleModule = {
  id: 'tax.taxable-income',
  emits: { taxable_income: 'money' },
  reads: {
    adjusted_gross_income: 'dependency', deduction: 'dependency', senior_deduction: 'aggregation', overtime_deduction: 'aggregation',
    tips_deduction: 'aggregation', car_loan_deduction: 'aggregation', business_deduction: 'aggregation',
  },
  rounding: TO_CENT,
  when: (c) => c.has('adjusted_gross_income') && c.has('deduction'),
  then: (c) => ({ taxable_income: greatest(0n, c.money('adjusted_gross_income') - c.money('deduction') - total(EXTRA.map((name) => c.optional(name) ?? 0n))) }),
  bind: (b) => {
    const deduction = BigInt(threshold('STD', statusOf(b)) * 100) + dollars(b, 0, 9000);
    return given(b, { deduction, adjusted_gross_income: (wanted(b, 'taxable_income') ?? dollars(b, 40_000, 150_000)) + deduction });
  },
};

export const EXTRA_DEDUCTION_RULES: readonly RuleModule[] = [
  seniorPhaseOut, senior, ...payDeduction('overtime', 'OvertimeIncomeDed'), ...payDeduction('tips', 'TipIncomeDed'), carPhaseOut, carLoan, business, taxable,
];
