/** Parts of income, benefits that are taxed in two tiers, and adjusted gross income. */
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, hasRows, rows, split, wanted } from '../../draw.ts';
import { returnOf, statusOf, threshold } from '../draw.ts';
import { TAX_YEAR } from '../facts.ts';
import { capitalPart } from './gains.ts';

const wages: RuleModule = {
  id: 'tax.wages',
  emits: { wages: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('w2').length > 0,
  then: (c) => ({ wages: total(c.records('w2').map((row) => row.money('wages'))) }),
  bind: (b) => {
    const lines = b.facts.filter(({ kind, fields }) => kind === 'w2' && fields['wages'] === undefined);
    if (lines.length === 0 && hasRows(b, 'w2')) return [];
    const sum = wanted(b, 'wages') ?? dollars(b, 30_000, 150_000);
    if (lines.length > 0) return split(b, sum, lines.length).map((amount, i) => ({ ...lines[i]!, fields: { wages: amount } }));
    const joint = statusOf(b, ['single']) === 'joint';
    return rows(b, 'w2', split(b, sum, b.random.integer(2, 3)).map((amount, i) => ({ owner: joint && i === 1 ? 'spouse' : 'taxpayer', year: TAX_YEAR, wages: amount })));
  },
};

const portfolio: RuleModule = {
  id: 'tax.portfolio-income',
  emits: { portfolio_income: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('interest').length + c.records('dividend').length > 0,
  then: (c) => ({
    portfolio_income: total(c.records('interest').map((row) => row.money('amount'))) + total(c.records('dividend').map((row) => row.money('ordinary'))),
  }),
  bind: (b) => {
    if (hasRows(b, 'interest')) return [];
    const sum = wanted(b, 'portfolio_income') ?? dollars(b, 2000, 16_000);
    const lines = b.facts.filter(({ kind, fields }) => kind === 'dividend' && fields['ordinary'] === undefined);
    const ordinary = lines.map(({ fields }) => ((fields['qualified'] as bigint | undefined) ?? 0n) + dollars(b, 10, 400));
    const rest = greatest(10_000n, sum - total(ordinary));
    return [
      ...lines.map((line, i) => ({ ...line, fields: { ordinary: ordinary[i]! } })),
      ...rows(b, 'interest', split(b, rest, 2).map((amount) => ({ owner: 'taxpayer', year: TAX_YEAR, amount }))),
    ];
  },
};

const qualified: RuleModule = {
  id: 'tax.qualified-dividends',
  emits: { qualified_dividends: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('dividend').some((row) => row.has('qualified')),
  then: (c) => ({ qualified_dividends: total(c.records('dividend').filter((row) => row.has('qualified')).map((row) => row.money('qualified'))) }),
  bind: (b) => (hasRows(b, 'dividend') ? [] : rows(b, 'dividend', split(b, wanted(b, 'qualified_dividends') ?? dollars(b, 900, 9000), 2).map((amount) => ({ owner: 'taxpayer', year: TAX_YEAR, qualified: amount })))),
};

function benefits(c: RuleContext, program: string): bigint {
  return total(c.records('benefit').filter((row) => row.text('program') === program).map((row) => row.money('amount')));
}

function benefitRows(b: Binder, program: string, sum: bigint): ReturnType<typeof rows> {
  if (hasRows(b, 'benefit', { program })) return [];
  return rows(b, 'benefit', split(b, sum, 2).map((amount) => ({ owner: 'taxpayer', year: TAX_YEAR, program, amount })));
}

const unemployment: RuleModule = {
  id: 'tax.unemployment-benefits',
  emits: { unemployment_income: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => benefits(c, 'unemployment') > 0n,
  then: (c) => ({ unemployment_income: benefits(c, 'unemployment') }),
  bind: (b) => benefitRows(b, 'unemployment', wanted(b, 'unemployment_income') ?? dollars(b, 2000, 12_000)),
};

const INCOME_PARTS = ['wages', 'portfolio_income', 'business_profit', 'unemployment_income'] as const;

const totalIncome: RuleModule = {
  id: 'tax.income-before-benefits',
  emits: { income_before_benefits: 'money' },
  reads: { wages: 'aggregation', portfolio_income: 'aggregation', business_profit: 'aggregation', unemployment_income: 'aggregation', net_capital_result: 'aggregation', deductible_loss: 'override' },
  rounding: TO_CENT,
  when: (c) => INCOME_PARTS.some((name) => c.has(name)) || c.has('net_capital_result'),
  then: (c) => ({ income_before_benefits: total(INCOME_PARTS.map((name) => c.optional(name) ?? 0n)) + capitalPart(c) }),
  bind: (b) => {
    const sum = wanted(b, 'income_before_benefits') ?? dollars(b, 30_000, 130_000);
    return given(b, { wages: sum - sum / 10n, portfolio_income: sum / 10n });
  },
};

/** Income and half of the benefits. */
function combined(c: RuleContext): bigint {
  return c.money('income_before_benefits') + c.round(benefits(c, 'social-security'), 2n);
}

function status(c: RuleContext): string {
  return c.record('return').text('status');
}

const firstTier: RuleModule = {
  id: 'tax.benefits-first-tier',
  emits: { benefits_first_tier: 'money' },
  reads: { income_before_benefits: 'dependency' },
  rounding: TO_CENT,
  when: (c) => benefits(c, 'social-security') > 0n && combined(c) > c.amount('SS_thd1', status(c)),
  then: (c) => {
    const half = c.rate('SS_percentage1');
    const excess = combined(c) - c.amount('SS_thd1', status(c));
    return { benefits_first_tier: c.round(least(benefits(c, 'social-security'), excess) * half) };
  },
  bind: (b) => {
    const own = statusOf(b, ['single', 'joint', 'head']);
    const sum = dollars(b, 12_000, 30_000);
    const room = dollars(b, 1500, 7500);
    return [returnOf(own), ...benefitRows(b, 'social-security', sum), ...given(b, { income_before_benefits: BigInt(threshold('SS_thd1', own) * 100) - sum / 2n + room })];
  },
};

const secondTier: RuleModule = {
  id: 'tax.benefits-second-tier',
  emits: { benefits_second_tier: 'money' },
  reads: { income_before_benefits: 'dependency', benefits_first_tier: 'dependency' },
  rounding: TO_CENT,
  when: (c) => benefits(c, 'social-security') > 0n && combined(c) > c.amount('SS_thd2', status(c)),
  then: (c) => {
    const rate = c.rate('SS_percentage2');
    const middle = c.round((c.amount('SS_thd2', status(c)) - c.amount('SS_thd1', status(c))) * c.rate('SS_percentage1'));
    const excess = c.round((combined(c) - c.amount('SS_thd2', status(c))) * rate);
    const most = c.round(benefits(c, 'social-security') * rate);
    return { benefits_second_tier: least(most, excess + least(c.money('benefits_first_tier'), middle)) };
  },
  bind: (b) => {
    const own = statusOf(b, ['single', 'joint', 'head']);
    const sum = dollars(b, 16_000, 34_000);
    const over = dollars(b, 1000, 9000);
    const income = BigInt(threshold('SS_thd2', own) * 100) - sum / 2n + over;
    return [returnOf(own), ...benefitRows(b, 'social-security', sum), ...given(b, { income_before_benefits: income, benefits_first_tier: least(sum, BigInt((threshold('SS_thd2', own) - threshold('SS_thd1', own)) * 100) + over) / 2n })];
  },
};

const agi: RuleModule = {
  id: 'tax.adjusted-gross-income',
  emits: { adjusted_gross_income: 'money' },
  reads: { income_before_benefits: 'dependency', benefits_second_tier: 'override', benefits_first_tier: 'aggregation', se_deduction: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('income_before_benefits'),
  then: (c) => {
    const taxed = c.optional('benefits_second_tier') ?? c.optional('benefits_first_tier') ?? 0n;
    return { adjusted_gross_income: c.money('income_before_benefits') + taxed - (c.optional('se_deduction') ?? 0n) };
  },
  bind: (b) => given(b, { income_before_benefits: wanted(b, 'adjusted_gross_income') ?? dollars(b, 30_000, 140_000) }),
};

export const INCOME_RULES: readonly RuleModule[] = [wages, portfolio, qualified, unemployment, totalIncome, firstTier, secondTier, agi];
