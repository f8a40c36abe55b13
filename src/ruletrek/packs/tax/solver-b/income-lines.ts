/** Solver B: gains, business, income (guide/gains.md, guide/self-employment.docx, guide/income.md). */
import { addLines, cents, column, share, sum, type Line, type Lines, type Row, type Sheet } from './sheet.ts';

/** The last day on which a sale still is within one year of the purchase. */
function anniversary(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(year) + 1}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

function sales(sheet: Sheet, long: boolean): Line {
  const chosen = sheet.rows('lot').filter((lot) => ((lot['sold'] ?? '') > anniversary(lot['acquired'] ?? '')) === long);
  return chosen.length === 0 ? undefined : sum(chosen.map((lot) => cents(lot['proceeds']) - cents(lot['basis'])));
}

function ledger(sheet: Sheet): Line {
  const rows = sheet.rows('ledger');
  const signed = (row: Row): number => (row['entry'] === 'income' ? 1 : -1) * cents(row['amount']);
  return rows.length === 0 ? undefined : sum(rows.map(signed));
}

function netCapital(sheet: Sheet): Line {
  const sold = addLines(sheet, 'short_term_result', 'long_term_result');
  return sold === undefined ? undefined : sold - (sheet.line('loss_carried_in') ?? 0);
}

function deductibleLoss(sheet: Sheet): Line {
  const net = sheet.line('net_capital_result');
  const limit = sheet.line('separate_loss_limit') ?? 300_000;
  return net !== undefined && net < -limit ? limit : undefined;
}

/** What the sales of the year put into income. */
export function capitalInIncome(sheet: Sheet): Line {
  const loss = sheet.line('deductible_loss');
  return loss === undefined ? sheet.line('net_capital_result') : -loss;
}

function selfEmploymentTax(sheet: Sheet): Line {
  const earnings = sheet.line('se_net_earnings');
  if (earnings === undefined || earnings <= 0) return undefined;
  const room = sheet.line('wage_base_room') ?? sheet.amount('earnings base of the pension part');
  return share(Math.min(earnings, room) * 124 + earnings * 29, 1, 1000);
}

function wageBaseRoom(sheet: Sheet): Line {
  const own = sheet.rows('w2').filter((row) => row['owner'] === 'taxpayer');
  if (own.length === 0 || own.some((row) => row['wages'] === undefined)) return undefined;
  return Math.max(0, sheet.amount('earnings base of the pension part') - (column(own, 'wages') ?? 0));
}

function program(sheet: Sheet, name: string): Line {
  return column(sheet.rows('benefit').filter((row) => row['program'] === name), 'amount');
}

/** Amount over a threshold of income before benefits and half of the benefits; undefined where it is not over. */
function overBenefitsThreshold(sheet: Sheet, name: string): Line {
  const [income, benefits] = [sheet.line('income_before_benefits'), program(sheet, 'social-security')];
  if (income === undefined || benefits === undefined || benefits <= 0) return undefined;
  const over = income + share(benefits, 1, 2) - sheet.amount(name);
  return over > 0 ? over : undefined;
}

function firstTier(sheet: Sheet): Line {
  const over = overBenefitsThreshold(sheet, 'first benefits threshold');
  return over === undefined ? undefined : share(Math.min(over, program(sheet, 'social-security') ?? 0), 1, 2);
}

function secondTier(sheet: Sheet): Line {
  const over = overBenefitsThreshold(sheet, 'second benefits threshold');
  const first = sheet.line('benefits_first_tier');
  if (over === undefined || first === undefined) return undefined;
  const middle = share(sheet.amount('second benefits threshold') - sheet.amount('first benefits threshold'), 1, 2);
  return Math.min(share(program(sheet, 'social-security') ?? 0, 85, 100), share(over, 85, 100) + Math.min(first, middle));
}

function incomeBeforeBenefits(sheet: Sheet): Line {
  const parts = addLines(sheet, 'wages', 'portfolio_income', 'business_profit', 'unemployment_income');
  const capital = capitalInIncome(sheet);
  return parts === undefined && capital === undefined ? undefined : (parts ?? 0) + (capital ?? 0);
}

function adjustedGrossIncome(sheet: Sheet): Line {
  const income = sheet.line('income_before_benefits');
  if (income === undefined) return undefined;
  return income + (sheet.line('benefits_second_tier') ?? sheet.line('benefits_first_tier') ?? 0) - (sheet.line('se_deduction') ?? 0);
}

function portfolio(sheet: Sheet): Line {
  const [interest, dividends] = [column(sheet.rows('interest'), 'amount'), column(sheet.rows('dividend'), 'ordinary')];
  return interest === undefined && dividends === undefined ? undefined : (interest ?? 0) + (dividends ?? 0);
}

export const INCOME_LINES: Lines = {
  short_term_result: (sheet) => sales(sheet, false),
  long_term_result: (sheet) => sales(sheet, true),
  loss_carried_in: (sheet) => column(sheet.rows('carryover'), 'amount'),
  net_capital_result: netCapital,
  separate_loss_limit: (sheet) => (sheet.status === 'separate' ? 150_000 : undefined),
  deductible_loss: deductibleLoss,
  business_profit: ledger,
  se_net_earnings: (sheet) => ((sheet.line('business_profit') ?? 0) >= 40_000 ? share(sheet.line('business_profit') ?? 0, 9235, 10_000) : undefined),
  wage_base_room: wageBaseRoom,
  se_tax: selfEmploymentTax,
  se_deduction: (sheet) => ((sheet.line('se_tax') ?? 0) > 0 ? share(sheet.line('se_tax') ?? 0, 1, 2) : undefined),
  wages: (sheet) => column(sheet.rows('w2'), 'wages'),
  portfolio_income: portfolio,
  qualified_dividends: (sheet) => column(sheet.rows('dividend'), 'qualified'),
  unemployment_income: (sheet) => program(sheet, 'unemployment'),
  income_before_benefits: incomeBeforeBenefits,
  benefits_first_tier: firstTier,
  benefits_second_tier: secondTier,
  adjusted_gross_income: adjustedGrossIncome,
};
