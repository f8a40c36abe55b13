/** Audit records (AU-4, AU-11), backups, outages and service credits (CP-2, CP-9, CP-10). */
import { addMinutes, dayNumber, secondsOf } from '../../../core/dates.ts';
import { RATE_ONE, TO_CENT } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Value } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { caseOf, DAY_MINUTES, impactOf, oneOfNumbers, timeAt, timeBetween } from '../draw.ts';
import { SYSTEM } from '../facts.ts';
import { setting } from '../parameters.ts';
import { impact } from './access.ts';
import { daysAgo } from './accounts.ts';

const retention: RuleModule = {
  id: 'cyber.retention',
  emits: { retention_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => impact(c) !== '',
  then: (c) => ({ retention_days: c.limit('retention_days', impact(c)) }),
  bind: (b) => [caseOf({ impact: impactOf(b) })],
};

function heldDays(c: RuleContext): number {
  return c.records('hold').reduce((sum, hold) => sum + dayNumber(hold.text('until')) - dayNumber(hold.text('since')), 0);
}

const hold: RuleModule = {
  id: 'cyber.legal-hold',
  emits: { hold_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => heldDays(c) > 0,
  then: (c) => ({ hold_days: heldDays(c) }),
  bind: (b) => (hasRows(b, 'hold') ? [] : rows(b, 'hold', [{ system: SYSTEM, since: daysAgo(b.random.integer(20, 90)), until: daysAgo(-b.random.integer(1, 200)) }])),
};

const kept: RuleModule = {
  id: 'cyber.kept-days',
  emits: { kept_days: 'integer' },
  reads: { retention_days: 'dependency', hold_days: 'override', breach_steps: 'override' },
  rounding: TO_CENT,
  when: (c) => (c.optionalCount('hold_days') ?? 0) + (c.optionalCount('breach_steps') ?? 0) > 0,
  then: (c) => {
    const steps = c.optionalCount('breach_steps') ?? 0;
    const longer = steps > 0 ? steps * c.limit('breach_keep_days') : 0;
    return { kept_days: c.count('retention_days') + (c.optionalCount('hold_days') ?? 0) + longer };
  },
  bind: (b) => [...given(b, { retention_days: setting('retention_days', impactOf(b)) }), ...oneOfNumbers(b, { hold_days: [20, 250], breach_steps: [1, 2] })],
};

function dailyVolume(c: RuleContext): number {
  return c.records('log_source').reduce((sum, source) => sum + source.integer('daily_mb'), 0);
}

const volume: RuleModule = {
  id: 'cyber.log-volume',
  emits: { daily_log_mb: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => dailyVolume(c) > 0,
  then: (c) => ({ daily_log_mb: dailyVolume(c) }),
  bind: (b) => {
    const parts = Array.from({ length: b.random.integer(2, 4) }, () => b.random.integer(60, 900));
    return hasRows(b, 'log_source') ? [] : rows(b, 'log_source', parts.map((daily) => ({ system: SYSTEM, daily_mb: daily })));
  },
};

/** With its reserve, up to the next whole megabyte. */
const store: RuleModule = {
  id: 'cyber.log-store',
  emits: { log_store_mb: 'integer' },
  reads: { daily_log_mb: 'dependency', retention_days: 'dependency', kept_days: 'override' },
  rounding: TO_CENT,
  when: (c) => c.count('daily_log_mb') > 0,
  then: (c) => {
    const plain = BigInt(c.count('daily_log_mb')) * BigInt(c.optionalCount('kept_days') ?? c.count('retention_days'));
    return { log_store_mb: Number((plain * (RATE_ONE + c.rate('log_reserve')) + RATE_ONE - 1n) / RATE_ONE) };
  },
  bind: (b) => given(b, { daily_log_mb: b.random.integer(200, 3000), ...(b.derived.has('kept_days') ? {} : { retention_days: setting('retention_days', impactOf(b)) }) }),
};

/** The end of the latest verified backup that was complete before the discovery. */
function restorePoint(c: RuleContext): string | undefined {
  const verified = c.records('backup').filter((backup) => backup.flag('verified')).map((backup) => addMinutes(backup.text('time'), BigInt(backup.integer('minutes'))));
  return verified.filter((time) => time < c.text('discovered_at')).sort().at(-1);
}

const restore: RuleModule = {
  id: 'cyber.restore-point',
  emits: { restore_point: 'time' },
  reads: { discovered_at: 'temporal' },
  rounding: TO_CENT,
  when: (c) => restorePoint(c) !== undefined,
  then: (c) => ({ restore_point: restorePoint(c)! }),
  bind: (b) => {
    const discovered = String(b.values.get('discovered_at') ?? timeBetween(b, 5, 26));
    const backup = (before: number, verified: boolean): Record<string, Value> => ({ system: SYSTEM, time: addMinutes(discovered, -BigInt(before)), minutes: b.random.integer(5, 40), verified });
    const list = [backup(b.random.integer(700, 4000), true), backup(b.random.integer(300, 600), false), backup(b.random.integer(60, 250), false)];
    return [...(hasRows(b, 'backup') ? [] : rows(b, 'backup', list)), ...given(b, { discovered_at: discovered })];
  },
};

const loss: RuleModule = {
  id: 'cyber.data-loss',
  emits: { loss_minutes: 'integer' },
  reads: { discovered_at: 'temporal', restore_point: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('restore_point') < c.text('discovered_at'),
  then: (c) => ({ loss_minutes: Number((secondsOf(c.text('discovered_at')) - secondsOf(c.text('restore_point'))) / 60n) }),
  bind: (b) => given(b, { discovered_at: timeBetween(b, 16, 26), restore_point: timeBetween(b, 11, 15) }),
};

const pointExcess: RuleModule = {
  id: 'cyber.recovery-point-excess',
  emits: { point_excess: 'integer' },
  reads: { loss_minutes: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('loss_minutes') > c.limit('recovery_point', impact(c)),
  then: (c) => ({ point_excess: c.count('loss_minutes') - c.limit('recovery_point', impact(c)) }),
  bind: (b) => {
    const own = impactOf(b);
    return [caseOf({ impact: own }), ...given(b, { loss_minutes: setting('recovery_point', own) + b.random.integer(20, 3000) })];
  },
};

/** Minutes between two times, in which other intervals have minutes in common with it. */
type Interval = readonly [start: bigint, end: bigint];

function intervals(c: RuleContext, kind: string): Interval[] {
  return c.records(kind).map((record) => [secondsOf(record.text('start')) / 60n, secondsOf(record.text('end')) / 60n]);
}

function common(a: Interval, b: Interval): bigint {
  const [start, end] = [a[0] > b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]];
  return end > start ? end - start : 0n;
}

function minutesOf(list: readonly bigint[]): number {
  return Number(list.reduce((sum, minutes) => sum + minutes, 0n));
}

function downMinutes(c: RuleContext): number {
  return minutesOf(intervals(c, 'outage').map(([start, end]) => end - start));
}

const down: RuleModule = {
  id: 'cyber.outage-minutes',
  emits: { outage_minutes: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => downMinutes(c) > 0,
  then: (c) => ({ outage_minutes: downMinutes(c) }),
  bind: (b) => {
    const days = [b.random.integer(3, 9), b.random.integer(11, 17), b.random.integer(19, 25)].slice(0, b.random.integer(2, 3));
    const list = days.map((day) => {
      const start = day * DAY_MINUTES + b.random.integer(0, 1000);
      return { system: SYSTEM, start: timeAt(start), end: timeAt(start + b.random.integer(90, 420)) };
    });
    return hasRows(b, 'outage') ? [] : rows(b, 'outage', list);
  },
};

function plannedMinutes(c: RuleContext): number {
  const windows = intervals(c, 'maintenance');
  return minutesOf(intervals(c, 'outage').flatMap((outage) => windows.map((window) => common(outage, window))));
}

const planned: RuleModule = {
  id: 'cyber.planned-minutes',
  emits: { planned_minutes: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => plannedMinutes(c) > 0,
  then: (c) => ({ planned_minutes: plannedMinutes(c) }),
  bind: (b) => {
    const known = b.facts.find(({ kind, fields }) => kind === 'outage' && fields['start'] !== undefined)?.fields['start'];
    const start = known === undefined ? b.random.integer(5, 20) * DAY_MINUTES : Number(secondsOf(String(known)) - secondsOf(timeAt(0))) / 60;
    const outage = { system: SYSTEM, start: timeAt(start), end: timeAt(start + b.random.integer(200, 500)) };
    const window = { system: SYSTEM, start: timeAt(start - b.random.integer(10, 60)), end: timeAt(start + b.random.integer(20, 80)) };
    return [...(known === undefined ? rows(b, 'outage', [outage]) : []), ...(hasRows(b, 'maintenance') ? [] : rows(b, 'maintenance', [window]))];
  },
};

function timeExcess(c: RuleContext): number {
  return c.count('outage_minutes') - (c.optionalCount('planned_minutes') ?? 0) - c.limit('recovery_time', impact(c));
}

const overTime: RuleModule = {
  id: 'cyber.recovery-time-excess',
  emits: { time_excess: 'integer' },
  reads: { outage_minutes: 'dependency', planned_minutes: 'exception' },
  rounding: TO_CENT,
  when: (c) => timeExcess(c) > 0,
  then: (c) => ({ time_excess: timeExcess(c) }),
  bind: (b) => {
    const own = impactOf(b);
    return [caseOf({ impact: own }), ...given(b, { outage_minutes: setting('recovery_time', own) + b.random.integer(90, 900) })];
  },
};

/** Each excess for itself, up to the next full hour; late notice to the authority as an hour for each started day. */
function creditHours(c: RuleContext): bigint {
  const hours = (minutes: number): bigint => BigInt(Math.ceil(minutes / 60));
  const notice = BigInt(Math.ceil((c.optionalCount('notice_delay') ?? 0) / DAY_MINUTES));
  return hours(c.optionalCount('time_excess') ?? 0) + hours(c.optionalCount('point_excess') ?? 0) + notice;
}

const credit: RuleModule = {
  id: 'cyber.service-credit',
  emits: { service_credit: 'money' },
  reads: { time_excess: 'aggregation', point_excess: 'aggregation', notice_delay: 'aggregation', severity: 'override' },
  rounding: TO_CENT,
  when: (c) => creditHours(c) > 0n,
  then: (c) => {
    const factor = c.optionalText('severity') === 'critical' ? 2n : 1n;
    return { service_credit: creditHours(c) * c.amount('credit_per_hour', impact(c)) * factor };
  },
  bind: (b) => [caseOf({ impact: impactOf(b) }), ...oneOfNumbers(b, { time_excess: [30, 900], point_excess: [30, 2500], notice_delay: [60, 6000] })],
};

export const RECOVERY_RULES: readonly RuleModule[] = [retention, hold, kept, volume, store, restore, loss, pointExcess, down, planned, overTime, credit];
