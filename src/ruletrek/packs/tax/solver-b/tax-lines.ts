/** Solver B: rates, surtaxes, payments (guide/rates.md, policy/surtaxes.yaml, policy/payments.yaml). */
import { addLines, cents, column, share, sum, type Line, type Lines, type Sheet } from './sheet.ts';
import { capitalInIncome } from './income-lines.ts';
import { incomeOver } from './deduction-lines.ts';

function preferentialBase(sheet: Sheet): Line {
  const long = sheet.line('long_term_result') ?? 0;
  const gain = long > 0 ? Math.max(0, Math.min(long, sheet.line('net_capital_result') ?? 0)) : 0;
  const base = gain + (sheet.line('qualified_dividends') ?? 0);
  return base > 0 ? base : undefined;
}

function scheduleTax(sheet: Sheet): Line {
  const income = sheet.line('taxable_income');
  if (income === undefined) return undefined;
  const ordinary = income - Math.min(income, sheet.line('preferential_base') ?? 0);
  let [bottom, tax] = [0, 0];
  for (const { top, percent } of sheet.brackets()) {
    tax += Math.max(0, Math.min(ordinary, top) - bottom) * percent;
    bottom = top;
  }
  return share(tax, 1, 100);
}

function gainsTax(sheet: Sheet): Line {
  const [income, base] = [sheet.line('taxable_income'), sheet.line('preferential_base') ?? 0];
  if (income === undefined || base <= 0 || income <= sheet.amount('first gain threshold')) return undefined;
  const start = income - Math.min(income, base);
  const part = (low: number, high: number): number => Math.max(0, Math.min(income, high) - Math.max(start, low));
  const [first, second] = [sheet.amount('first gain threshold'), sheet.amount('second gain threshold')];
  return share(part(first, second) * 15 + part(second, Infinity) * 20, 1, 100);
}

function incomeTax(sheet: Sheet): Line {
  return sheet.line('schedule_tax') === undefined ? undefined : addLines(sheet, 'schedule_tax', 'gains_tax');
}

function employeeOasdi(sheet: Sheet): Line {
  const base = sheet.amount('earnings base of the pension part');
  const wages = ['taxpayer', 'spouse'].map((owner) => column(sheet.rows('w2').filter((row) => row['owner'] === owner), 'wages') ?? 0);
  return sum(wages) > 0 ? share(sum(wages.map((own) => Math.min(own, base))), 62, 1000) : undefined;
}

function employeePayroll(sheet: Sheet): Line {
  const [pension, medical] = [sheet.line('employee_oasdi'), sheet.line('employee_medicare')];
  return pension === undefined || medical === undefined ? undefined : pension + medical;
}

function investmentIncome(sheet: Sheet): Line {
  const [portfolio, capital] = [sheet.line('portfolio_income'), sheet.line('net_capital_result')];
  if (portfolio === undefined && capital === undefined) return undefined;
  return Math.max(0, (portfolio ?? 0) + (capitalInIncome(sheet) ?? 0));
}

function investmentTax(sheet: Sheet): Line {
  const [excess, income] = [sheet.line('investment_tax_excess') ?? 0, sheet.line('net_investment_income') ?? 0];
  return excess > 0 && income > 0 ? share(Math.min(excess, income), 38, 1000) : undefined;
}

const EXCLUSION = 'exclusion of the additional Medicare tax';

function surtax(earnings: Line, exclusion: number): Line {
  return earnings !== undefined && earnings > exclusion ? share(earnings - exclusion, 9, 1000) : undefined;
}

/** From 16 January of the year to 15 January of the next. */
function estimated(sheet: Sheet): Line {
  const counted = sheet.rows('payment').filter(({ date = '' }) => date > '2025-01-15' && date < '2026-01-16');
  const paid = sum(counted.map((row) => cents(row['amount'])));
  return paid > 0 ? paid : undefined;
}

function totalTax(sheet: Sheet): Line {
  const tax = sheet.line('income_tax');
  if (tax === undefined) return undefined;
  return tax - (sheet.line('nonrefundable_credits') ?? 0) + (addLines(sheet, 'se_tax', 'net_investment_income_tax', 'additional_medicare_tax') ?? 0);
}

function balance(sheet: Sheet): Line {
  const [tax, paid] = [sheet.line('total_tax'), sheet.line('total_payments')];
  return tax === undefined || paid === undefined ? undefined : tax - paid - (sheet.line('refundable_credits') ?? 0);
}

export const TAX_LINES: Lines = {
  preferential_base: preferentialBase,
  schedule_tax: scheduleTax,
  gains_tax: gainsTax,
  income_tax: incomeTax,
  employee_oasdi: employeeOasdi,
  employee_medicare: (sheet) => ((sheet.line('wages') ?? 0) > 0 ? share(sheet.line('wages') ?? 0, 145, 10_000) : undefined),
  employee_payroll: employeePayroll,
  net_investment_income: investmentIncome,
  investment_tax_excess: (sheet) => incomeOver(sheet, 'investment tax threshold'),
  net_investment_income_tax: investmentTax,
  medicare_wage_surtax: (sheet) => surtax(sheet.line('wages'), sheet.amount(EXCLUSION)),
  medicare_room: (sheet) => ((sheet.line('wages') ?? 0) > 0 ? Math.max(0, sheet.amount(EXCLUSION) - (sheet.line('wages') ?? 0)) : undefined),
  medicare_profit_surtax: (sheet) => surtax(sheet.line('se_net_earnings'), sheet.line('medicare_room') ?? sheet.amount(EXCLUSION)),
  additional_medicare_tax: (sheet) => addLines(sheet, 'medicare_wage_surtax', 'medicare_profit_surtax'),
  tax_withheld: (sheet) => column(sheet.rows('w2'), 'withheld'),
  estimated_payments: estimated,
  total_payments: (sheet) => addLines(sheet, 'tax_withheld', 'estimated_payments'),
  total_tax: totalTax,
  balance_due: balance,
};
