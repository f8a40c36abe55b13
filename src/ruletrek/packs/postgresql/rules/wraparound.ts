/** Ages of transaction ids: when a vacuum is forced, and how long until the server takes no more writes. */
import { dateOfDay, dayNumber, secondsOf } from '../../../core/dates.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { checkedOf, hoursBefore, many, one, some, wantedCount } from '../draw.ts';
import { conclude, holder, portion, setting } from './conclude.ts';

/** Ids on one side of the present one, and the reserve at which the server stops. */
const WRAPAROUND = 2_147_483_647;
const RESERVE = 3_000_000;

const oldest = conclude('oldest-age', 'oldest_age', {
  value: (c) => positive(Math.max(0, ...c.records('freeze_age').map((row) => row.integer('age')))),
  bind: (b) => {
    const age = wantedCount(b, 'oldest_age');
    return many(b, 'freeze_age', [age, ...Array.from({ length: b.random.integer(1, 3) }, () => Math.floor((age * b.random.integer(20, 90)) / 100))].map((one) => ({ age: one })));
  },
});

const limit = conclude('freeze-limit', 'freeze_limit', {
  value: (c) => setting(c, 'autovacuum_freeze_max_age'),
  bind: (b) => one(b, 'setting', { autovacuum_freeze_max_age: wantedCount(b, 'freeze_limit') }),
});

const tableLimit = conclude('table-freeze-limit', 'table_freeze_limit', {
  value: (c) => holder(c, 'option', 'autovacuum_freeze_max_age')?.integer('autovacuum_freeze_max_age'),
  bind: (b) => one(b, 'option', { autovacuum_freeze_max_age: wantedCount(b, 'table_freeze_limit') }),
});

const forced = conclude('forced-vacuum', 'forced_excess', {
  reads: { oldest_age: 'dependency', freeze_limit: 'dependency', table_freeze_limit: 'exception' },
  value: (c) => {
    const general = c.optionalCount('freeze_limit') ?? c.limit('FREEZE_MAX');
    return positive(c.count('oldest_age') - Math.min(general, c.optionalCount('table_freeze_limit') ?? Infinity));
  },
  bind: (b) => some(b, 'oldest_age', ...(b.random.chance(0.4) ? ['freeze_limit'] : [])),
});

const overdue = conclude('overdue-days', 'overdue_days', {
  reads: { forced_excess: 'dependency', ids_per_day: 'dependency' },
  value: (c) => positive(Math.floor(c.count('forced_excess') / c.count('ids_per_day'))),
  bind: (b) => some(b, 'forced_excess', 'ids_per_day'),
});

const left = conclude('ids-left', 'ids_left', {
  reads: { oldest_age: 'dependency' },
  value: (c) => positive(WRAPAROUND - RESERVE - c.count('oldest_age')),
  bind: (b) => some(b, 'oldest_age'),
});

/** Change of a counter between the first and the last sample, for so many seconds. */
export function rateOf(c: RuleContext, kind: string, field: string, seconds: number): number | undefined {
  const samples = [...c.records(kind)].sort((a, b) => (a.text('taken') < b.text('taken') ? -1 : 1));
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || first.text('taken') === last.text('taken')) return undefined;
  const span = Number(secondsOf(last.text('taken')) - secondsOf(first.text('taken')));
  return positive(portion(last.integer(field) - first.integer(field), seconds, span));
}

const perDay = conclude('ids-per-day', 'ids_per_day', {
  value: (c) => rateOf(c, 'xid_sample', 'xid', 86_400),
  bind: (b) => {
    const [last, xid, days] = [checkedOf(b), b.random.integer(300_000_000, 900_000_000), b.random.integer(2, 6)];
    return many(b, 'xid_sample', [{ taken: hoursBefore(last, 24 * days), xid }, { taken: last, xid: xid + days * wantedCount(b, 'ids_per_day') + b.random.integer(0, days - 1) }]);
  },
});

const days = conclude('days-to-stop', 'days_to_stop', {
  reads: { ids_left: 'dependency', ids_per_day: 'dependency' },
  value: (c) => positive(Math.floor(c.count('ids_left') / c.count('ids_per_day'))),
  bind: (b) => some(b, 'ids_left', 'ids_per_day'),
});

const stop = conclude('stop-date', 'stop_date', {
  type: 'date',
  reads: { days_to_stop: 'temporal' },
  value: (c) => dateOfDay(dayNumber(c.record('cluster').text('checked').slice(0, 10)) + c.count('days_to_stop')),
  bind: (b) => some(b, 'days_to_stop'),
});

/** Ids that a vacuum sets free: the age that remains is that of the oldest snapshot that is still needed. */
const horizon = conclude('horizon-age', 'horizon_age', {
  value: (c) => positive(Math.max(0, ...c.records('xmin_holder').filter((row) => !row.has('feedback') || row.flag('feedback')).map((row) => row.integer('age')))),
  bind: (b) => {
    const age = wantedCount(b, 'horizon_age');
    const others = Array.from({ length: b.random.integer(1, 2) }, () => ({ age: Math.floor((age * b.random.integer(20, 90)) / 100) }));
    return many(b, 'xmin_holder', [{ age }, ...others, { age: Math.floor(age * 1.4), feedback: false }]);
  },
});

const freed = conclude('freed-ids', 'freed_ids', {
  reads: { oldest_age: 'dependency', horizon_age: 'dependency' },
  value: (c) => positive(c.count('oldest_age') - Math.max(c.limit('FREEZE_MIN'), c.count('horizon_age'))),
  bind: (b) => some(b, 'oldest_age', 'horizon_age'),
});

const stay = conclude('days-won', 'days_won', {
  reads: { freed_ids: 'dependency', ids_per_day: 'dependency' },
  value: (c) => positive(Math.floor(c.count('freed_ids') / c.count('ids_per_day'))),
  bind: (b) => some(b, 'freed_ids', 'ids_per_day'),
});

const afterwards = conclude('days-afterwards', 'days_afterwards', {
  reads: { days_to_stop: 'aggregation', days_won: 'aggregation' },
  value: (c) => c.count('days_to_stop') + c.count('days_won'),
  bind: (b) => some(b, 'days_to_stop', 'days_won'),
});

export const WRAPAROUND_RULES: readonly RuleModule[] = [oldest, limit, tableLimit, forced, overdue, left, perDay, days, stop, horizon, freed, stay, afterwards];
