/** The tax on net investment income and the additional Medicare tax. */
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { returnOf, statusOf, threshold } from '../draw.ts';
import { status } from './deductions.ts';
import { capitalPart } from './gains.ts';

const investment: RuleModule = {
  id: 'tax.net-investment-income',
  emits: { net_investment_income: 'money' },
  reads: { portfolio_income: 'aggregation', net_capital_result: 'aggregation', deductible_loss: 'override' },
  rounding: TO_CENT,
  when: (c) => c.has('portfolio_income') || c.has('net_capital_result'),
  then: (c) => ({ net_investment_income: greatest(0n, (c.optional('portfolio_income') ?? 0n) + capitalPart(c)) }),
  bind: (b) => given(b, { portfolio_income: wanted(b, 'net_investment_income') ?? dollars(b, 5000, 30_000) }),
};

const excess: RuleModule = {
  id: 'tax.investment-tax-threshold',
  emits: { investment_tax_excess: 'money' },
  reads: { adjusted_gross_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('adjusted_gross_income') > c.amount('NIIT_thd', status(c)),
  then: (c) => ({ investment_tax_excess: c.money('adjusted_gross_income') - c.amount('NIIT_thd', status(c)) }),
  bind: (b) => {
    const own = statusOf(b);
    const income = wanted(b, 'investment_tax_excess') ?? dollars(b, 3000, 20_000);
    return [returnOf(own), ...given(b, { adjusted_gross_income: income + BigInt(threshold('NIIT_thd', own) * 100) })];
  },
};

const niit: RuleModule = {
  id: 'tax.investment-tax',
  emits: { net_investment_income_tax: 'money' },
  reads: { investment_tax_excess: 'eligibility', net_investment_income: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('investment_tax_excess') > 0n && c.money('net_investment_income') > 0n,
  then: (c) => ({ net_investment_income_tax: c.round(least(c.money('investment_tax_excess'), c.money('net_investment_income')) * c.rate('NIIT_rt')) }),
  bind: (b) => given(b, { investment_tax_excess: dollars(b, 4000, 15_000), net_investment_income: dollars(b, 4000, 20_000) }),
};

const onWages: RuleModule = {
  id: 'tax.medicare-on-wages',
  emits: { medicare_wage_surtax: 'money' },
  reads: { wages: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('wages') > c.amount('AMEDT_ec', status(c)),
  then: (c) => ({ medicare_wage_surtax: c.round((c.money('wages') - c.amount('AMEDT_ec', status(c))) * c.rate('AMEDT_rt')) }),
  bind: (b) => {
    const own = statusOf(b);
    const start = threshold('AMEDT_ec', own);
    return [returnOf(own), ...given(b, { wages: dollars(b, start + 5000, start + 90_000) })];
  },
};

const room: RuleModule = {
  id: 'tax.medicare-room',
  emits: { medicare_room: 'money' },
  reads: { wages: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('wages') > 0n,
  then: (c) => ({ medicare_room: greatest(0n, c.amount('AMEDT_ec', status(c)) - c.money('wages')) }),
  bind: (b) => [returnOf(statusOf(b)), ...given(b, { wages: dollars(b, 60_000, 120_000) })],
};

const onProfit: RuleModule = {
  id: 'tax.medicare-on-profit',
  emits: { medicare_profit_surtax: 'money' },
  reads: { se_net_earnings: 'dependency', medicare_room: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.money('se_net_earnings') > (c.optional('medicare_room') ?? c.amount('AMEDT_ec', status(c))),
  then: (c) => ({ medicare_profit_surtax: c.round((c.money('se_net_earnings') - (c.optional('medicare_room') ?? c.amount('AMEDT_ec', status(c)))) * c.rate('AMEDT_rt')) }),
  bind: (b) => {
    const own = statusOf(b);
    const start = threshold('AMEDT_ec', own);
    return [returnOf(own), ...given(b, { se_net_earnings: dollars(b, start + 8000, start + 70_000) })];
  },
};

const medicare: RuleModule = {
  id: 'tax.additional-medicare',
  emits: { additional_medicare_tax: 'money' },
  reads: { medicare_wage_surtax: 'aggregation', medicare_profit_surtax: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('medicare_wage_surtax') || c.has('medicare_profit_surtax'),
  then: (c) => ({ additional_medicare_tax: total([c.optional('medicare_wage_surtax') ?? 0n, c.optional('medicare_profit_surtax') ?? 0n]) }),
  bind: (b) => given(b, { medicare_wage_surtax: dollars(b, 60, 700), medicare_profit_surtax: dollars(b, 60, 500) }),
};

export const SURTAX_RULES: readonly RuleModule[] = [investment, excess, niit, onWages, room, onProfit, medicare];
