/** What amendments and the price index make of the value of a contract. */
import { RATE_ONE, TO_CENT, total } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { categoryOf, fullProcedure, known, ownRows } from '../draw.ts';
import { amendments } from './contract.ts';
import { category } from './value.ts';

const amended: RuleModule = {
  id: 'procurement.amendments-total',
  emits: { amendments_total: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('amendment').some((row) => row.has('amount')),
  then: (c) => ({ amendments_total: total(c.records('amendment').filter((row) => row.has('amount')).map((row) => row.money('amount'))) }),
  bind: (b) => amendments(b, 'amount', () => dollars(b, 6000, 24_000)),
};

const minorLimit: RuleModule = {
  id: 'procurement.minor-amendments',
  emits: { minor_limit: 'money' },
  reads: { award_value: 'dependency', index_adjustment: 'aggregation', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.has('award_value'),
  then: (c) => ({ minor_limit: c.round((c.money('award_value') + (c.optional('index_adjustment') ?? 0n)) * c.rate('MINOR_RATE', category(c))) }),
  bind: (b) => [...categoryOf(b).process, ...fullProcedure(b), ...given(b, { award_value: wanted(b, 'minor_limit') === undefined ? dollars(b, 120_000, 300_000) : wanted(b, 'minor_limit')! * 8n })],
};

const excess: RuleModule = {
  id: 'procurement.amendment-excess',
  emits: { amendment_excess: 'money' },
  reads: { amendments_total: 'dependency', minor_limit: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('amendments_total') > c.money('minor_limit'),
  then: (c) => ({ amendment_excess: c.money('amendments_total') - c.money('minor_limit') }),
  bind: (b) => {
    const limit = known(b, 'minor_limit', () => dollars(b, 12_000, 30_000));
    return given(b, { minor_limit: limit, amendments_total: limit + (wanted(b, 'amendment_excess') ?? dollars(b, 2000, 20_000)) });
  },
};

/** Points of the index at the start and now, by the role of the row. */
function points(c: RuleContext, role: string): bigint {
  const row = c.records('price_index').find((one) => one.text('role') === role);
  return row === undefined ? 0n : BigInt(row.integer('points'));
}

function hasMoved(c: RuleContext): boolean {
  const [start, now] = [points(c, 'start'), points(c, 'current')];
  const change = now > start ? now - start : start - now;
  return start > 0n && now > 0n && change * RATE_ONE > start * c.rate('INDEX_SHARE');
}

const indexed: RuleModule = {
  id: 'procurement.price-index',
  emits: { index_adjustment: 'money' },
  reads: { award_value: 'dependency' },
  rounding: TO_CENT,
  when: (c) => hasMoved(c) && c.has('award_value'),
  then: (c) => ({ index_adjustment: c.round(c.money('award_value') * (points(c, 'current') - points(c, 'start')), points(c, 'start')) }),
  bind: (b) => {
    const start = b.random.integer(1010, 1190);
    const now = Math.round((start * b.random.integer(1040, 1110)) / 1000);
    return [...given(b, { award_value: dollars(b, 120_000, 480_000) }), ...ownRows(b, 'price_index', [{ role: 'start', points: start }, { role: 'current', points: now }])];
  },
};

const current: RuleModule = {
  id: 'procurement.current-value',
  emits: { current_value: 'money' },
  reads: { award_value: 'dependency', amendments_total: 'aggregation', amendment_excess: 'exception', index_adjustment: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('award_value') && (c.has('amendments_total') || c.has('index_adjustment')),
  then: (c) => {
    const added = (c.optional('amendments_total') ?? 0n) - (c.optional('amendment_excess') ?? 0n) + (c.optional('index_adjustment') ?? 0n);
    return { current_value: c.money('award_value') + added };
  },
  bind: (b) => given(b, { award_value: dollars(b, 120_000, 480_000), amendments_total: dollars(b, 9000, 30_000) }),
};

export const AMENDMENT_RULES: readonly RuleModule[] = [amended, minorLimit, excess, indexed, current];
