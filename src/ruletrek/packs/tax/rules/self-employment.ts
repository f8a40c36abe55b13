/** Business profit, self-employment tax, and the half of it that is deducted. */
import { RATE_ONE, TO_CENT, total, greatest, least } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, rows, split, wanted } from '../../draw.ts';
import { dayOf, threshold } from '../draw.ts';
import { TAX_YEAR } from '../facts.ts';

function entries(c: RuleContext, entry: string): bigint {
  return total(c.records('ledger').filter((row) => row.text('entry') === entry).map((row) => row.money('amount')));
}

function ledger(b: Binder, profit: bigint): Facts {
  const spent = dollars(b, 2000, 15_000);
  const line = (entry: string) => (amount: bigint) => ({ owner: 'taxpayer', date: dayOf(b), entry, amount });
  return rows(b, 'ledger', [...split(b, profit + spent, 3).map(line('income')), ...split(b, spent, 2).map(line('expense'))]);
}

const profit: RuleModule = {
  id: 'tax.business-profit',
  emits: { business_profit: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('ledger').length > 0,
  then: (c) => ({ business_profit: entries(c, 'income') - entries(c, 'expense') }),
  bind: (b) => (hasRows(b, 'ledger') ? [] : ledger(b, wanted(b, 'business_profit') ?? dollars(b, 9000, 90_000))),
};

/** 1 less the employer's share of both payroll taxes, in millionths. */
function earningsShare(c: RuleContext): bigint {
  return RATE_ONE - c.rate('FICA_ss_trt_employer') - c.rate('FICA_mc_trt_employer');
}

const netEarnings: RuleModule = {
  id: 'tax.se-net-earnings',
  emits: { se_net_earnings: 'money' },
  reads: { business_profit: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('business_profit') >= c.amount('SECA_Earnings_thd'),
  then: (c) => ({ se_net_earnings: c.round(c.money('business_profit') * earningsShare(c)) }),
  bind: (b) => {
    const want = wanted(b, 'se_net_earnings');
    return given(b, { business_profit: want === undefined ? dollars(b, 9000, 90_000) : (want * 10_000n) / 9235n });
  },
};

const wageBaseRoom: RuleModule = {
  id: 'tax.wage-base-room',
  emits: { wage_base_room: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('w2').some((row) => row.text('owner') === 'taxpayer'),
  then: (c) => {
    const wages = total(c.records('w2').filter((row) => row.text('owner') === 'taxpayer').map((row) => row.money('wages')));
    return { wage_base_room: greatest(0n, c.amount('SS_Earnings_c') - wages) };
  },
  bind: (b) => (hasRows(b, 'w2') ? [] : rows(b, 'w2', split(b, dollars(b, 120_000, 170_000), 2).map((wages) => ({ owner: 'taxpayer', year: TAX_YEAR, wages })))),
};

const seTax: RuleModule = {
  id: 'tax.se-tax',
  emits: { se_tax: 'money' },
  reads: { se_net_earnings: 'dependency', wage_base_room: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.money('se_net_earnings') > 0n,
  then: (c) => {
    const base = c.money('se_net_earnings');
    const capped = least(base, c.optional('wage_base_room') ?? c.amount('SS_Earnings_c'));
    const oasdi = c.rate('FICA_ss_trt_employer') + c.rate('FICA_ss_trt_employee');
    const medicare = c.rate('FICA_mc_trt_employer') + c.rate('FICA_mc_trt_employee');
    return { se_tax: c.round(capped * oasdi + base * medicare) };
  },
  bind: (b) => given(b, { se_net_earnings: b.random.chance(0.3) ? dollars(b, threshold('SS_Earnings_c') + 4000, 260_000) : dollars(b, 20_000, 110_000) }),
};

const half: RuleModule = {
  id: 'tax.se-half-deduction',
  emits: { se_deduction: 'money' },
  reads: { se_tax: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('se_tax') > 0n,
  then: (c) => ({ se_deduction: c.round(c.money('se_tax'), 2n) }),
  bind: (b) => given(b, { se_tax: (wanted(b, 'se_deduction') ?? dollars(b, 900, 8000)) * 2n }),
};

export const SELF_EMPLOYMENT_RULES: readonly RuleModule[] = [profit, netEarnings, wageBaseRoom, seTax, half];
