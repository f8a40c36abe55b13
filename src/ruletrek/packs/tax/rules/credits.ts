/** Credits for children and dependents, earned income, care and learning, and the order in which they are used. */
import { ageOn } from '../../../core/dates.ts';
import { greatest, least, RATE_ONE, TO_CENT, total, type Rounding } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, wanted } from '../../draw.ts';
import { expenses, person, rateOf, returnOf, statusOf, threshold } from '../draw.ts';
import { spent, status, YEAR_END } from './deductions.ts';
import { capitalPart } from './gains.ts';

const STARTED_THOUSANDS: Rounding = { unit: 100_000n, mode: 'up' };

/** By their ids, `dependent-1` and so on: the role says the same and would be one more fact that is read of everybody. */
function dependents(c: RuleContext): RecordView[] {
  return c.records('person').filter((one) => one.subject.startsWith('dependent-'));
}

/** Children who were under an age at the end of the year and lived with the filer for more than half of it. */
function childrenUnder(c: RuleContext, age: number): RecordView[] {
  return dependents(c).filter((one) => ageOn(one.text('born'), YEAR_END) < age && one.integer('months_in_home') > 6);
}

/** Children, and one dependent who is too old to be one. */
function family(b: Binder, children: number): Facts {
  if (hasRows(b, 'person', { role: 'dependent' })) return [];
  const young = Array.from({ length: children }, (_, i) => person(b, `dependent-${i + 1}`, 3, 16, b.random.integer(7, 12)));
  return [...young, person(b, `dependent-${children + 1}`, 19, 23, b.random.integer(7, 12))];
}

const childCount: RuleModule = {
  id: 'tax.qualifying-children',
  emits: { qualifying_children: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => childrenUnder(c, 17).length > 0,
  then: (c) => ({ qualifying_children: childrenUnder(c, 17).length }),
  bind: (b) => family(b, (b.want['qualifying_children'] as number | undefined) ?? b.random.integer(1, 3)),
};

const otherCount: RuleModule = {
  id: 'tax.other-dependents',
  emits: { other_dependents: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => dependents(c).length > childrenUnder(c, 17).length,
  then: (c) => ({ other_dependents: dependents(c).length - childrenUnder(c, 17).length }),
  bind: (b) => family(b, b.random.integer(1, 2)),
};

const childAmount: RuleModule = {
  id: 'tax.child-credit-amount',
  emits: { child_credit_amount: 'money' },
  reads: { qualifying_children: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.count('qualifying_children') > 0,
  then: (c) => ({ child_credit_amount: c.amount('CTC_c') * BigInt(c.count('qualifying_children')) }),
  bind: (b) => given(b, { qualifying_children: b.random.integer(1, 4) }),
};

const otherAmount: RuleModule = {
  id: 'tax.other-dependent-amount',
  emits: { other_dependent_amount: 'money' },
  reads: { other_dependents: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.count('other_dependents') > 0,
  then: (c) => ({ other_dependent_amount: c.amount('ODC_c') * BigInt(c.count('other_dependents')) }),
  bind: (b) => given(b, { other_dependents: b.random.integer(1, 3) }),
};

const phaseOut: RuleModule = {
  id: 'tax.family-credit-phase-out',
  emits: { family_credit_reduction: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: STARTED_THOUSANDS,
  when: (c) => c.money('adjusted_gross_income') > c.amount('CTC_ps', status(c)),
  then: (c) => {
    const excess = c.round(c.money('adjusted_gross_income') - c.amount('CTC_ps', status(c)), 1n);
    return { family_credit_reduction: (excess * c.rate('CTC_prt')) / RATE_ONE };
  },
  bind: (b) => {
    const own = statusOf(b);
    const start = threshold('CTC_ps', own);
    return [returnOf(own), ...given(b, { adjusted_gross_income: dollars(b, start + 2000, start + 22_000) })];
  },
};

/** Amounts for children and others, less the reduction. */
function familyAmount(c: RuleContext): bigint {
  const amount = (c.optional('child_credit_amount') ?? 0n) + (c.optional('other_dependent_amount') ?? 0n);
  return greatest(0n, amount - (c.optional('family_credit_reduction') ?? 0n));
}

const familyCredit: RuleModule = {
  id: 'tax.family-credit',
  emits: { family_credit: 'money' },
  reads: {
    child_credit_amount: 'aggregation', other_dependent_amount: 'aggregation', family_credit_reduction: 'exception',
    income_tax: 'dependency', care_credit: 'precedence', learning_credit: 'precedence',
  },
  rounding: TO_CENT,
  when: (c) => c.has('child_credit_amount') || c.has('other_dependent_amount'),
  then: (c) => {
    const before = (c.optional('care_credit') ?? 0n) + (c.optional('learning_credit') ?? 0n);
    return { family_credit: least(familyAmount(c), greatest(0n, c.money('income_tax') - before)) };
  },
  bind: (b) => {
    const amount = BigInt(threshold('CTC_c') * 100 * b.random.integer(1, 3));
    const short = b.random.chance(0.5) ? amount - dollars(b, 200, 1500) : amount + dollars(b, 2000, 9000);
    return given(b, { child_credit_amount: amount, income_tax: short });
  },
};

const refundable: RuleModule = {
  id: 'tax.additional-child-credit',
  emits: { additional_child_credit: 'money' },
  reads: { qualifying_children: 'eligibility', child_credit_amount: 'dependency', other_dependent_amount: 'dependency', family_credit_reduction: 'dependency', family_credit: 'dependency', earned_income: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => familyAmount(c) > c.money('family_credit') && c.money('earned_income') > c.amount('ACTC_Income_thd') && c.count('qualifying_children') > 0,
  then: (c) => {
    const unused = familyAmount(c) - c.money('family_credit');
    const most = c.amount('ACTC_c') * BigInt(c.count('qualifying_children'));
    const earned = c.round((c.money('earned_income') - c.amount('ACTC_Income_thd')) * c.rate('ACTC_rt'));
    return { additional_child_credit: least(unused, most, earned) };
  },
  bind: (b) => {
    const children = b.random.integer(1, 2);
    const amount = BigInt(threshold('CTC_c') * 100 * children);
    return given(b, { qualifying_children: children, child_credit_amount: amount, family_credit: amount - dollars(b, 400, 1600 * children), earned_income: dollars(b, 6000, 26_000) });
  },
};

const earned: RuleModule = {
  id: 'tax.earned-income',
  emits: { earned_income: 'money' },
  reads: { wages: 'aggregation', business_profit: 'aggregation', se_deduction: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('wages') || c.has('business_profit'),
  then: (c) => ({ earned_income: greatest(0n, total([c.optional('wages') ?? 0n, c.optional('business_profit') ?? 0n]) - (c.optional('se_deduction') ?? 0n)) }),
  bind: (b) => given(b, { wages: wanted(b, 'earned_income') ?? dollars(b, 9000, 40_000) }),
};

const eitcChildren: RuleModule = {
  id: 'tax.eitc-children',
  emits: { eitc_children: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => childrenUnder(c, 19).length > 0,
  then: (c) => ({ eitc_children: Math.min(3, childrenUnder(c, 19).length) }),
  bind: (b) => family(b, (b.want['eitc_children'] as number | undefined) ?? b.random.integer(1, 3)),
};

/** Key of the credit's table: number of children, at most three. */
function childKey(c: RuleContext): string {
  return String(Math.min(3, Math.max(0, c.optionalCount('eitc_children') ?? 0)));
}

const phaseIn: RuleModule = {
  id: 'tax.eitc-phase-in',
  emits: { eitc_before_reduction: 'money' },
  reads: { earned_income: 'dependency', eitc_children: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('earned_income') > 0n,
  then: (c) => {
    const most = c.amount('EITC_c', childKey(c));
    return { eitc_before_reduction: least(most, c.round(c.money('earned_income') * c.rate('EITC_rt', childKey(c)))) };
  },
  bind: (b) => {
    const children = b.random.integer(1, 3);
    const most = threshold('EITC_c', String(children)) / rateOf('EITC_rt', String(children));
    return given(b, { eitc_children: children, earned_income: b.random.chance(0.4) ? dollars(b, 5000, most - 500) : dollars(b, most + 500, 23_000) });
  },
};

/** Income at which the credit begins to fall. */
function phaseOutStart(c: RuleContext): bigint {
  return c.amount('EITC_ps', childKey(c)) + (status(c) === 'joint' ? c.amount('EITC_ps_addon_MarriedJ', childKey(c)) : 0n);
}

function phaseOutIncome(c: RuleContext): bigint {
  return greatest(c.money('adjusted_gross_income'), c.money('earned_income'));
}

const eitcOut: RuleModule = {
  id: 'tax.eitc-phase-out',
  emits: { eitc_reduction: 'money' },
  reads: { adjusted_gross_income: 'dependency', earned_income: 'dependency', eitc_children: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => phaseOutIncome(c) > phaseOutStart(c),
  then: (c) => ({ eitc_reduction: c.round((phaseOutIncome(c) - phaseOutStart(c)) * c.rate('EITC_prt', childKey(c))) }),
  bind: (b) => {
    const own = statusOf(b, ['single', 'joint', 'head']);
    const income = dollars(b, own === 'joint' ? 33_000 : 26_000, own === 'joint' ? 50_000 : 42_000);
    return [returnOf(own), ...given(b, { eitc_children: b.random.integer(1, 3), adjusted_gross_income: income, earned_income: income - dollars(b, 300, 3000) })];
  },
};

const eitcDenied: RuleModule = {
  id: 'tax.eitc-investment-limit',
  emits: { eitc_denied: 'boolean' },
  reads: { portfolio_income: 'dependency', net_capital_result: 'dependency', deductible_loss: 'dependency' },
  rounding: TO_CENT,
  when: (c) => (c.optional('portfolio_income') ?? 0n) + greatest(0n, capitalPart(c)) > c.amount('EITC_InvestIncome_c'),
  then: () => ({ eitc_denied: true }),
  bind: (b) => given(b, { portfolio_income: dollars(b, 12_100, 19_000) }),
};

const eitc: RuleModule = {
  id: 'tax.earned-income-credit',
  emits: { earned_income_credit: 'money' },
  reads: { eitc_denied: 'eligibility', eitc_before_reduction: 'dependency', eitc_reduction: 'exception' },
  rounding: TO_CENT,
  when: (c) => !c.has('eitc_denied') && c.has('eitc_before_reduction'),
  then: (c) => ({ earned_income_credit: greatest(0n, c.money('eitc_before_reduction') - (c.optional('eitc_reduction') ?? 0n)) }),
  bind: (b) => given(b, { eitc_before_reduction: dollars(b, 2500, 4200), eitc_reduction: dollars(b, 300, 1800) }),
};

const careExpenses: RuleModule = {
  id: 'tax.care-expenses',
  emits: { care_base: 'money' },
  reads: { earned_income: 'exception' },
  rounding: TO_CENT,
  when: (c) => spent(c, 'child-care') > 0n && childrenUnder(c, 13).length > 0,
  then: (c) => {
    const most = c.amount('CDCC_c') * BigInt(Math.min(2, childrenUnder(c, 13).length));
    return { care_base: least(spent(c, 'child-care'), most, c.optional('earned_income') ?? most) };
  },
  bind: (b) => {
    const young = hasRows(b, 'person', { role: 'dependent' }) ? [] : [person(b, 'dependent-1', 2, 11, 12), person(b, 'dependent-2', 14, 16, 12)];
    return [...young, ...expenses(b, 'child-care', dollars(b, 2100, 7000), 2)];
  },
};

const careRate: RuleModule = {
  id: 'tax.care-rate',
  emits: { care_percent: 'integer' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: { unit: 1n, mode: 'up' },
  when: (c) => c.has('adjusted_gross_income'),
  then: (c) => {
    const excess = greatest(0n, c.money('adjusted_gross_income') - c.amount('CDCC_ps1'));
    const steps = c.round(excess, c.amount('CDCC_po1_step_size'));
    const rate = greatest(c.rate('CDCC_po1_rate_min'), c.rate('CDCC_po1_rate_max') - steps * c.rate('CDCC_po_rate_per_step'));
    return { care_percent: Number(rate / 10_000n) };
  },
  bind: (b) => given(b, { adjusted_gross_income: dollars(b, 17_500, 42_000) }),
};

const careCredit: RuleModule = {
  id: 'tax.care-credit',
  emits: { care_credit: 'money' },
  reads: { care_base: 'dependency', care_percent: 'dependency', income_tax: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('care_base') && c.has('care_percent'),
  then: (c) => {
    const credit = c.round(c.money('care_base') * BigInt(c.count('care_percent')), 100n);
    return { care_credit: least(credit, c.optional('income_tax') ?? credit) };
  },
  bind: (b) => given(b, { care_base: dollars(b, 1500, 5900), care_percent: b.random.integer(21, 34) }),
};

const learningBase: RuleModule = {
  id: 'tax.learning-amount',
  emits: { learning_amount: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => spent(c, 'tuition') > 0n && status(c) !== 'separate',
  then: (c) => ({ learning_amount: c.round(least(spent(c, 'tuition'), c.amount('LLC_Expense_c')), 5n) }),
  bind: (b) => [returnOf(statusOf(b, ['single', 'joint', 'head'])), ...expenses(b, 'tuition', dollars(b, 4000, 12_500), 2)],
};

/** Ends of the phase-out: `end` of the status, and as far below it as the couple's or single filer's range is wide. */
function learningRange(c: RuleContext): { readonly end: bigint; readonly width: bigint } {
  const joint = status(c) === 'joint';
  return { end: c.amount(joint ? 'ETC_pe_Married' : 'ETC_pe_Single'), width: joint ? 2_000_000n : 1_000_000n };
}

const learningOut: RuleModule = {
  id: 'tax.learning-phase-out',
  emits: { learning_reduction: 'money' },
  reads: { adjusted_gross_income: 'dependency', learning_amount: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('adjusted_gross_income') > learningRange(c).end - learningRange(c).width && c.money('learning_amount') > 0n,
  then: (c) => {
    const { end, width } = learningRange(c);
    const over = least(width, c.money('adjusted_gross_income') - (end - width));
    return { learning_reduction: c.round(c.money('learning_amount') * over, width) };
  },
  bind: (b) => {
    const own = statusOf(b, ['single', 'joint', 'head']);
    const start = own === 'joint' ? 160_000 : 80_000;
    return [returnOf(own), ...given(b, { learning_amount: dollars(b, 900, 1900), adjusted_gross_income: dollars(b, start + 1000, start + 9000) })];
  },
};

const learning: RuleModule = {
  id: 'tax.learning-credit',
  emits: { learning_credit: 'money' },
  reads: { learning_amount: 'dependency', learning_reduction: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('learning_amount'),
  then: (c) => ({ learning_credit: c.money('learning_amount') - (c.optional('learning_reduction') ?? 0n) }),
  bind: (b) => given(b, { learning_amount: dollars(b, 700, 1900), learning_reduction: dollars(b, 50, 600) }),
};

const CREDITS = ['care_credit', 'learning_credit', 'family_credit'] as const;

const nonrefundable: RuleModule = {
  id: 'tax.nonrefundable-credits',
  emits: { nonrefundable_credits: 'money' },
  reads: { care_credit: 'aggregation', learning_credit: 'aggregation', family_credit: 'aggregation', income_tax: 'exception' },
  rounding: TO_CENT,
  when: (c) => CREDITS.some((name) => c.has(name)),
  then: (c) => {
    const sum = total(CREDITS.map((name) => c.optional(name) ?? 0n));
    return { nonrefundable_credits: least(sum, c.optional('income_tax') ?? sum) };
  },
  bind: (b) => given(b, { care_credit: dollars(b, 400, 1200), family_credit: dollars(b, 900, 4000) }),
};

const REFUNDABLE = ['additional_child_credit', 'earned_income_credit'] as const;

const refundableTotal: RuleModule = {
  id: 'tax.refundable-credits',
  emits: { refundable_credits: 'money' },
  reads: { additional_child_credit: 'aggregation', earned_income_credit: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => REFUNDABLE.some((name) => c.has(name)),
  then: (c) => ({ refundable_credits: total(REFUNDABLE.map((name) => c.optional(name) ?? 0n)) }),
  bind: (b) => given(b, { additional_child_credit: dollars(b, 300, 1700), earned_income_credit: dollars(b, 500, 3800) }),
};

export const CHILD_RULES: readonly RuleModule[] = [childCount, otherCount, childAmount, otherAmount, phaseOut, familyCredit, refundable];
export const EARNED_RULES: readonly RuleModule[] = [earned, eitcChildren, phaseIn, eitcOut, eitcDenied, eitc];
export const CARE_RULES: readonly RuleModule[] = [careExpenses, careRate, careCredit, learningBase, learningOut, learning, nonrefundable, refundableTotal];
