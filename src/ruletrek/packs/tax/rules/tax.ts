/** The rate schedule, the lower rates on long-term gains and qualified dividends, and payroll tax on employees. */
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, hasRows, rows, split, wanted } from '../../draw.ts';
import { returnOf, statusOf, threshold } from '../draw.ts';
import { TAX_YEAR } from '../facts.ts';
import { status } from './deductions.ts';

const preferential: RuleModule = {
  id: 'tax.preferential-base',
  emits: { preferential_base: 'money' },
  reads: { qualified_dividends: 'aggregation', long_term_result: 'dependency', net_capital_result: 'dependency' },
  rounding: TO_CENT,
  when: (c) => (c.optional('qualified_dividends') ?? 0n) + longGain(c) > 0n,
  then: (c) => ({ preferential_base: (c.optional('qualified_dividends') ?? 0n) + longGain(c) }),
  bind: (b) => {
    const want = wanted(b, 'preferential_base') ?? dollars(b, 3000, 30_000);
    return b.random.chance(0.5) ? given(b, { qualified_dividends: want }) : given(b, { long_term_result: want, net_capital_result: want + dollars(b, -900, 2500) });
  },
};

/** The long-term result as far as the net result is positive too. */
function longGain(c: RuleContext): bigint {
  const long = c.optional('long_term_result') ?? 0n;
  return long <= 0n ? 0n : greatest(0n, least(long, c.optional('net_capital_result') ?? 0n));
}

/** Taxable income to which the lower rates apply. */
function preferentialPart(c: RuleContext): bigint {
  return least(c.optional('preferential_base') ?? 0n, c.money('taxable_income'));
}

/** Upper ends of the brackets that have one; the last bracket has none. */
const BRACKETS = [1, 2, 3, 4, 5, 6] as const;

/** Tax in millionths of a cent. Brackets above the amount are not looked at. */
function scheduleTax(c: RuleContext, amount: bigint, own: string): bigint {
  let [tax, floor] = [0n, 0n];
  for (const bracket of BRACKETS) {
    if (amount <= floor) return tax;
    const top = least(amount, c.amount(`II_brk${bracket}`, own));
    tax += (top - floor) * c.rate(`II_rt${bracket}`);
    floor = top;
  }
  return amount > floor ? tax + (amount - floor) * c.rate('II_rt7') : tax;
}

const schedule: RuleModule = {
  id: 'tax.rate-schedule',
  emits: { schedule_tax: 'money' },
  reads: { taxable_income: 'dependency', preferential_base: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('taxable_income'),
  then: (c) => ({ schedule_tax: c.round(scheduleTax(c, c.money('taxable_income') - preferentialPart(c), status(c))) }),
  bind: (b) => [returnOf(statusOf(b)), ...given(b, { taxable_income: dollars(b, 30_000, 260_000) })],
};

const gainRates: RuleModule = {
  id: 'tax.gain-rates',
  emits: { gains_tax: 'money' },
  reads: { taxable_income: 'dependency', preferential_base: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('preferential_base') > 0n && c.money('taxable_income') > c.amount('CG_brk1', status(c)),
  then: (c) => {
    const income = c.money('taxable_income');
    const ordinary = income - preferentialPart(c);
    const middle = greatest(ordinary, c.amount('CG_brk1', status(c)));
    const top = least(income, greatest(middle, c.amount('CG_brk2', status(c))));
    return { gains_tax: c.round((top - middle) * c.rate('CG_rt2') + (income - top) * c.rate('CG_rt3')) };
  },
  bind: (b) => {
    const own = statusOf(b);
    const start = threshold(b.random.chance(0.7) ? 'CG_brk1' : 'CG_brk2', own);
    return [returnOf(own), ...given(b, { taxable_income: dollars(b, start + 1000, start + 25_000), preferential_base: dollars(b, 3000, 30_000) })];
  },
};

const incomeTax: RuleModule = {
  id: 'tax.income-tax',
  emits: { income_tax: 'money' },
  reads: { schedule_tax: 'aggregation', gains_tax: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('schedule_tax'),
  then: (c) => ({ income_tax: c.money('schedule_tax') + (c.optional('gains_tax') ?? 0n) }),
  bind: (b) => {
    const want = wanted(b, 'income_tax') ?? dollars(b, 4000, 30_000);
    return given(b, { schedule_tax: want - want / 8n, gains_tax: want / 8n });
  },
};

/** Wages of each employee of the return. */
function wagesByOwner(c: RuleContext): bigint[] {
  const lines = c.records('w2').filter((row) => row.has('wages'));
  return ['taxpayer', 'spouse'].map((owner) => total(lines.filter((row) => row.text('owner') === owner).map((row) => row.money('wages'))));
}

const employeeOasdi: RuleModule = {
  id: 'tax.employee-oasdi',
  emits: { employee_oasdi: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => total(wagesByOwner(c)) > 0n,
  then: (c) => {
    const capped = wagesByOwner(c).map((wages) => least(wages, c.amount('SS_Earnings_c')));
    return { employee_oasdi: c.round(total(capped) * c.rate('FICA_ss_trt_employee')) };
  },
  bind: (b) => (hasRows(b, 'w2') ? [] : rows(b, 'w2', split(b, dollars(b, 60_000, 230_000), 2).map((wages) => ({ owner: 'taxpayer', year: TAX_YEAR, wages })))),
};

const employeeMedicare: RuleModule = {
  id: 'tax.employee-medicare',
  emits: { employee_medicare: 'money' },
  reads: { wages: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('wages') > 0n,
  then: (c) => ({ employee_medicare: c.round(c.money('wages') * c.rate('FICA_mc_trt_employee')) }),
  bind: (b) => given(b, { wages: dollars(b, 40_000, 180_000) }),
};

const employeePayroll: RuleModule = {
  id: 'tax.employee-payroll',
  emits: { employee_payroll: 'money' },
  reads: { employee_oasdi: 'aggregation', employee_medicare: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('employee_oasdi') && c.has('employee_medicare'),
  then: (c) => ({ employee_payroll: c.money('employee_oasdi') + c.money('employee_medicare') }),
  bind: (b) => {
    const wages = dollars(b, 40_000, 160_000);
    return given(b, { employee_oasdi: (wages * 62n) / 1000n, employee_medicare: (wages * 145n) / 10_000n });
  },
};

export const TAX_RULES: readonly RuleModule[] = [preferential, schedule, gainRates, incomeTax, employeeOasdi, employeeMedicare, employeePayroll];
