/** Solver B: deductions and taxable income (guide/deductions.md, circulars/extra-deductions.docx). */
import { addLines, age, column, share, type Line, type Lines, type Sheet } from './sheet.ts';

function spending(sheet: Sheet, ...categories: readonly string[]): number {
  return column(sheet.rows('expense').filter((row) => categories.includes(row['category'] ?? '')), 'amount') ?? 0;
}

export function paidFor(sheet: Sheet, category: string): number {
  return spending(sheet, category);
}

function seniors(sheet: Sheet): number {
  const filers = sheet.status === 'joint' ? ['taxpayer', 'spouse'] : ['taxpayer'];
  return sheet.people().filter((person) => filers.includes(person['role'] ?? '') && age(person) >= 65).length;
}

function positive(value: number): Line {
  return value > 0 ? value : undefined;
}

/** Adjusted gross income over an amount of the tables; undefined where it is not over it. */
export function incomeOver(sheet: Sheet, threshold: string): Line {
  const income = sheet.line('adjusted_gross_income');
  return income === undefined ? undefined : positive(income - sheet.amount(threshold));
}

function limitedStandard(sheet: Sheet): Line {
  const basic = sheet.line('standard_basic');
  if (!sheet.flag('claimed_by_other') || basic === undefined) return undefined;
  return Math.min(basic, Math.max(135_000, (sheet.line('wages') ?? 0) + 45_000));
}

function standard(sheet: Sheet): Line {
  const basic = sheet.line('dependent_standard') ?? sheet.line('standard_basic');
  return basic === undefined ? undefined : basic + (sheet.line('standard_addition') ?? 0);
}

function medical(sheet: Sheet): Line {
  const income = sheet.line('adjusted_gross_income');
  return income === undefined ? undefined : positive(spending(sheet, 'medical') - share(income, 75, 1000));
}

function reducedTaxLimit(sheet: Sheet): Line {
  const over = incomeOver(sheet, 'start of the phase-down of the limit');
  if (over === undefined) return undefined;
  return Math.max(sheet.amount('floor of the limit'), sheet.amount('limit on state and local taxes') - share(over, 30, 100));
}

function taxesPaid(sheet: Sheet): Line {
  const paid = spending(sheet, 'state-tax', 'property-tax');
  return paid > 0 ? Math.min(paid, sheet.line('reduced_tax_limit') ?? sheet.amount('limit on state and local taxes')) : undefined;
}

function charity(sheet: Sheet): Line {
  const [gifts, income] = [spending(sheet, 'charity'), sheet.line('adjusted_gross_income')];
  return gifts > 0 && income !== undefined ? Math.min(gifts, share(income, 60, 100)) : undefined;
}

function larger(sheet: Sheet): Line {
  const usual = sheet.line('standard_denied') === 1 ? 0 : sheet.line('standard_deduction');
  return usual === undefined ? undefined : Math.max(usual, sheet.line('itemized_total') ?? 0);
}

function senior(sheet: Sheet): Line {
  if (sheet.status === 'separate' || seniors(sheet) === 0) return undefined;
  return Math.max(0, 600_000 - (sheet.line('senior_reduction') ?? 0)) * seniors(sheet);
}

/** Premium pay or tips on the statements, capped and reduced; separate filers have none. */
function payDeduction(sheet: Sheet, field: string, cap: number): Line {
  const paid = column(sheet.rows('w2'), field) ?? 0;
  if (sheet.status === 'separate' || paid <= 0) return undefined;
  return Math.max(0, Math.min(paid, cap) - (sheet.line(`${field}_reduction`) ?? 0));
}

function byFullThousands(sheet: Sheet, threshold: string): Line {
  const over = incomeOver(sheet, threshold);
  return over === undefined ? undefined : positive(Math.floor(over / 100_000) * 10_000);
}

function carReduction(sheet: Sheet): Line {
  const over = incomeOver(sheet, 'car loan threshold');
  return over === undefined ? undefined : Math.ceil(over / 100_000) * 20_000;
}

function carLoan(sheet: Sheet): Line {
  const interest = spending(sheet, 'car-loan-interest');
  return interest > 0 ? Math.max(0, Math.min(interest, 1_000_000) - (sheet.line('car_loan_reduction') ?? 0)) : undefined;
}

function business(sheet: Sheet): Line {
  const [profit, income, deduction] = [sheet.line('business_profit'), sheet.line('adjusted_gross_income'), sheet.line('deduction')];
  if (profit === undefined || profit <= 0 || income === undefined || deduction === undefined) return undefined;
  const left = income - deduction;
  if (left <= 0 || left > sheet.amount('business threshold')) return undefined;
  const qualified = Math.min(profit - (sheet.line('se_deduction') ?? 0), Math.max(0, left - (sheet.line('preferential_base') ?? 0)));
  return share(qualified, 20, 100);
}

function taxable(sheet: Sheet): Line {
  const [income, deduction] = [sheet.line('adjusted_gross_income'), sheet.line('deduction')];
  if (income === undefined || deduction === undefined) return undefined;
  const further = addLines(sheet, 'senior_deduction', 'overtime_deduction', 'tips_deduction', 'car_loan_deduction', 'business_deduction') ?? 0;
  return Math.max(0, income - deduction - further);
}

export const DEDUCTION_LINES: Lines = {
  standard_basic: (sheet) => (sheet.status === '' ? undefined : sheet.amount('basic standard deduction')),
  standard_addition: (sheet) => positive(seniors(sheet) * sheet.amount('addition for aged filers')),
  dependent_standard: limitedStandard,
  standard_deduction: standard,
  medical_deduction: medical,
  reduced_tax_limit: reducedTaxLimit,
  taxes_deduction: taxesPaid,
  charity_deduction: charity,
  interest_deduction: (sheet) => positive(spending(sheet, 'mortgage-interest')),
  itemized_total: (sheet) => addLines(sheet, 'medical_deduction', 'taxes_deduction', 'charity_deduction', 'interest_deduction'),
  standard_denied: (sheet) => (sheet.status === 'separate' && sheet.flag('spouse_itemizes') ? 1 : undefined),
  deduction: larger,
  senior_reduction: (sheet) => {
    const over = incomeOver(sheet, 'senior threshold');
    return over === undefined ? undefined : share(over, 6, 100);
  },
  senior_deduction: senior,
  overtime_reduction: (sheet) => byFullThousands(sheet, 'overtime threshold'),
  overtime_deduction: (sheet) => payDeduction(sheet, 'overtime', sheet.amount('overtime cap')),
  tips_reduction: (sheet) => byFullThousands(sheet, 'tips threshold'),
  tips_deduction: (sheet) => payDeduction(sheet, 'tips', 2_500_000),
  car_loan_reduction: carReduction,
  car_loan_deduction: carLoan,
  business_deduction: business,
  taxable_income: taxable,
};
