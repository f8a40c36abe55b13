/** Solver B: credits (guide/family-credits.md, guide/earned-income-credit.docx, guide/care-and-learning.md). */
import { addLines, age, share, type Line, type Lines, type Row, type Sheet } from './sheet.ts';
import { capitalInIncome } from './income-lines.ts';
import { incomeOver, paidFor } from './deduction-lines.ts';

function dependents(sheet: Sheet): Row[] {
  return sheet.people().filter((person) => person['role'] === 'dependent');
}

/** Dependents of the home who are younger than an age. */
function children(sheet: Sheet, under: number): number {
  return dependents(sheet).filter((person) => age(person) < under && Number(person['months_in_home']) > 6).length;
}

function some(count: number): Line {
  return count > 0 ? count : undefined;
}

function times(count: Line, amount: number): Line {
  return count === undefined || count <= 0 ? undefined : count * amount;
}

/** Amounts for children and others after the reduction. */
function claim(sheet: Sheet): Line {
  const amounts = addLines(sheet, 'child_credit_amount', 'other_dependent_amount');
  return amounts === undefined ? undefined : Math.max(0, amounts - (sheet.line('family_credit_reduction') ?? 0));
}

function familyCredit(sheet: Sheet): Line {
  const [amount, tax] = [claim(sheet), sheet.line('income_tax')];
  if (amount === undefined || tax === undefined) return undefined;
  return Math.min(amount, Math.max(0, tax - (addLines(sheet, 'care_credit', 'learning_credit') ?? 0)));
}

function additionalChildCredit(sheet: Sheet): Line {
  const [amount, used, earned, count] = [claim(sheet) ?? 0, sheet.line('family_credit'), sheet.line('earned_income') ?? 0, sheet.line('qualifying_children') ?? 0];
  if (used === undefined || amount <= used || earned <= 250_000 || count <= 0) return undefined;
  return Math.min(amount - used, 170_000 * count, share(earned - 250_000, 15, 100));
}

function earnedIncome(sheet: Sheet): Line {
  const gross = addLines(sheet, 'wages', 'business_profit');
  return gross === undefined ? undefined : Math.max(0, gross - (sheet.line('se_deduction') ?? 0));
}

function creditBefore(sheet: Sheet): Line {
  const earned = sheet.line('earned_income') ?? 0;
  const count = sheet.line('eitc_children') ?? 0;
  if (earned <= 0) return undefined;
  return Math.min(sheet.creditCell('maximum credit', count), share(earned, sheet.creditCell('phase-in rate', count), 10_000));
}

function creditReduction(sheet: Sheet): Line {
  const [income, earned] = [sheet.line('adjusted_gross_income'), sheet.line('earned_income')];
  if (income === undefined || earned === undefined) return undefined;
  const count = sheet.line('eitc_children') ?? 0;
  const start = sheet.creditCell('start of the phase-out', count) + (sheet.status === 'joint' ? sheet.creditCell('joint addition to the start', count) : 0);
  const over = Math.max(income, earned) - start;
  return over > 0 ? share(over, sheet.creditCell('phase-out rate', count), 10_000) : undefined;
}

function tooMuchInvestment(sheet: Sheet): Line {
  const income = (sheet.line('portfolio_income') ?? 0) + Math.max(0, capitalInIncome(sheet) ?? 0);
  return income > sheet.amount('investment limit of the earned income credit') ? 1 : undefined;
}

function earnedIncomeCredit(sheet: Sheet): Line {
  const before = sheet.line('eitc_before_reduction');
  if (before === undefined || sheet.line('eitc_denied') === 1) return undefined;
  return Math.max(0, before - (sheet.line('eitc_reduction') ?? 0));
}

function careBase(sheet: Sheet): Line {
  const [paid, count] = [paidFor(sheet, 'child-care'), children(sheet, 13)];
  if (paid <= 0 || count === 0) return undefined;
  return Math.min(paid, count === 1 ? 300_000 : 600_000, sheet.line('earned_income') ?? Infinity);
}

function carePercent(sheet: Sheet): Line {
  const income = sheet.line('adjusted_gross_income');
  if (income === undefined) return undefined;
  return Math.max(20, 35 - Math.ceil(Math.max(0, income - 1_500_000) / 200_000));
}

function careCredit(sheet: Sheet): Line {
  const [base, percent] = [sheet.line('care_base'), sheet.line('care_percent')];
  return base === undefined || percent === undefined ? undefined : Math.min(share(base, percent, 100), sheet.line('income_tax') ?? Infinity);
}

function learningReduction(sheet: Sheet): Line {
  const [amount, income] = [sheet.line('learning_amount') ?? 0, sheet.line('adjusted_gross_income')];
  const [start, width] = sheet.status === 'joint' ? [16_000_000, 2_000_000] : [8_000_000, 1_000_000];
  if (amount <= 0 || income === undefined || income <= start) return undefined;
  return share(amount, Math.min(width, income - start), width);
}

function learningAmount(sheet: Sheet): Line {
  const tuition = paidFor(sheet, 'tuition');
  return tuition > 0 && sheet.status !== 'separate' ? share(Math.min(tuition, 1_000_000), 1, 5) : undefined;
}

function nonrefundable(sheet: Sheet): Line {
  const all = addLines(sheet, 'care_credit', 'learning_credit', 'family_credit');
  return all === undefined ? undefined : Math.min(all, sheet.line('income_tax') ?? Infinity);
}

export const CREDIT_LINES: Lines = {
  qualifying_children: (sheet) => some(children(sheet, 17)),
  other_dependents: (sheet) => some(dependents(sheet).length - children(sheet, 17)),
  child_credit_amount: (sheet) => times(sheet.line('qualifying_children'), 220_000),
  other_dependent_amount: (sheet) => times(sheet.line('other_dependents'), 50_000),
  family_credit_reduction: (sheet) => {
    const over = incomeOver(sheet, 'family threshold');
    return over === undefined ? undefined : Math.ceil(over / 100_000) * 5000;
  },
  family_credit: familyCredit,
  additional_child_credit: additionalChildCredit,
  earned_income: earnedIncome,
  eitc_children: (sheet) => some(Math.min(3, children(sheet, 19))),
  eitc_before_reduction: creditBefore,
  eitc_reduction: creditReduction,
  eitc_denied: tooMuchInvestment,
  earned_income_credit: earnedIncomeCredit,
  care_base: careBase,
  care_percent: carePercent,
  care_credit: careCredit,
  learning_amount: learningAmount,
  learning_reduction: learningReduction,
  learning_credit: (sheet) => (sheet.line('learning_amount') === undefined ? undefined : sheet.line('learning_amount')! - (sheet.line('learning_reduction') ?? 0)),
  nonrefundable_credits: nonrefundable,
  refundable_credits: (sheet) => addLines(sheet, 'additional_child_credit', 'earned_income_credit'),
};
