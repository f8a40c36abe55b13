/** Delay of a contract, what excuses it and what it costs. */
import { least, RATE_ONE, TO_CENT } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, hasRows } from '../../draw.ts';
import { addDays, daysBetween } from '../calendar.ts';
import { dayBetween, known, ownRows } from '../draw.ts';

const excused: RuleModule = {
  id: 'procurement.excused-days',
  emits: { excused_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('hindrance').length > 0,
  then: (c) => ({ excused_days: c.records('hindrance').reduce((sum, row) => sum + row.integer('days'), 0) }),
  bind: (b) => (hasRows(b, 'hindrance') ? [] : ownRows(b, 'hindrance', Array.from({ length: b.random.integer(1, 2) }, () => ({ days: b.random.integer(2, 6) })))),
};

function lateness(c: RuleContext): number {
  return daysBetween(c.text('contract_end'), c.record('delivery').text('delivered')) - (c.optionalCount('excused_days') ?? 0);
}

const delay: RuleModule = {
  id: 'procurement.delay-days',
  emits: { delay_days: 'integer' },
  reads: { contract_end: 'temporal', excused_days: 'exception' },
  rounding: TO_CENT,
  when: (c) => lateness(c) > 0,
  then: (c) => ({ delay_days: lateness(c) }),
  bind: (b) => {
    const end = known(b, 'contract_end', () => dayBetween(b, '2026-11-20', 50));
    return [...given(b, { contract_end: end, excused_days: b.random.integer(2, 6) }), ...ownRows(b, 'delivery', [{ delivered: addDays(end, b.random.integer(15, 45)) }])];
  },
};

/** Contracts that take effect from this day on fall under the amended penalty. */
const PENALTY_AMENDED_FROM = '2026-09-01';

const amendedPenalty: RuleModule = {
  id: 'procurement.amended-penalty',
  emits: { amended_penalty: 'integer' },
  reads: { effective_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('effective_date') >= PENALTY_AMENDED_FROM,
  then: (c) => ({ amended_penalty: c.limit('AMENDED_PENALTY') }),
  bind: (b) => given(b, { effective_date: known(b, 'effective_date', () => dayBetween(b, PENALTY_AMENDED_FROM, 30)) }),
};

/** What a day of delay costs of the value; an amended penalty is in thousandths. */
function dailyRate(c: RuleContext): bigint {
  const amended = c.optionalCount('amended_penalty');
  return amended === undefined ? c.rate('PENALTY_RATE') : BigInt(amended) * (RATE_ONE / 1000n);
}

const penalty: RuleModule = {
  id: 'procurement.delay-penalty',
  emits: { delay_penalty: 'money' },
  reads: { delay_days: 'dependency', current_value: 'dependency', amended_penalty: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.count('delay_days') > 0 && c.has('current_value'),
  then: (c) => {
    const value = c.money('current_value');
    return { delay_penalty: least(c.round(value * dailyRate(c) * BigInt(c.count('delay_days'))), c.round(value * c.rate('PENALTY_CAP'))) };
  },
  bind: (b) => given(b, { delay_days: known(b, 'delay_days', () => b.random.integer(4, 30)), current_value: dollars(b, 120_000, 480_000) }),
};

export const DELAY_RULES: readonly RuleModule[] = [excused, delay, amendedPenalty, penalty];
