/** Discovery, first response, containment, report, notice to the authority: times in UTC (IR-4, IR-6). */
import { addMinutes, dateOfDay, dayNumber, secondsOf } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { FactRecord } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { caseOf, impactOf, timeBetween } from '../draw.ts';
import { SEVERITIES, SYSTEM } from '../facts.ts';
import { impact } from './access.ts';
import { isSeverity } from './severity.ts';

const discovery: RuleModule = {
  id: 'cyber.discovery',
  emits: { discovered_at: 'time' },
  reads: { first_alert: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.has('first_alert') || c.record('case').text('opened') !== '',
  then: (c) => {
    const known = c.optionalText('first_alert') ?? c.record('case').text('opened');
    return { discovered_at: addMinutes(known, BigInt(c.limit('triage_minutes', impact(c)))) };
  },
  bind: (b) => [caseOf({ impact: impactOf(b), ...(b.derived.has('first_alert') ? {} : { opened: timeBetween(b, 4, 24) }) })],
};

/** A severity, and a time of discovery or what it is counted from. */
function severityAnd(b: Binder, name: string): FactRecord[] {
  return given(b, { severity: b.random.pick(SEVERITIES), [name]: timeBetween(b, 4, 24) });
}

const respond: RuleModule = {
  id: 'cyber.respond-by',
  emits: { respond_by: 'time' },
  reads: { severity: 'dependency', discovered_at: 'temporal' },
  rounding: TO_CENT,
  when: (c) => isSeverity(c.text('severity')),
  then: (c) => ({ respond_by: addMinutes(c.text('discovered_at'), BigInt(c.limit('respond_minutes', c.text('severity')))) }),
  bind: (b) => severityAnd(b, 'discovered_at'),
};

const contain: RuleModule = {
  id: 'cyber.contain-by',
  emits: { contain_by: 'time' },
  reads: { severity: 'dependency', respond_by: 'temporal' },
  rounding: TO_CENT,
  when: (c) => isSeverity(c.text('severity')),
  then: (c) => ({ contain_by: addMinutes(c.text('respond_by'), BigInt(c.limit('contain_hours', c.text('severity'))) * 60n) }),
  bind: (b) => severityAnd(b, 'respond_by'),
};

/** So many days from Monday to Friday after a date. */
function workingDaysAfter(date: string, days: number): string {
  let [day, left] = [dayNumber(date), days];
  while (left > 0) {
    day += 1;
    const weekday = new Date(day * 86_400_000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return dateOfDay(day);
}

const report: RuleModule = {
  id: 'cyber.report-due',
  emits: { report_due: 'date' },
  reads: { severity: 'dependency', discovered_at: 'temporal', is_exercise: 'exception' },
  rounding: TO_CENT,
  when: (c) => isSeverity(c.text('severity')),
  then: (c) => {
    const days = c.limit('report_days', c.text('severity')) * (c.has('is_exercise') ? 2 : 1);
    return { report_due: workingDaysAfter(c.text('discovered_at').slice(0, 10), days) };
  },
  bind: (b) => severityAnd(b, 'discovered_at'),
};

const authority: RuleModule = {
  id: 'cyber.authority-due',
  emits: { authority_due: 'time' },
  reads: { breach_steps: 'eligibility', discovered_at: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.count('breach_steps') > 0,
  then: (c) => ({ authority_due: addMinutes(c.text('discovered_at'), BigInt(c.limit('authority_hours')) * 60n) }),
  bind: (b) => given(b, { breach_steps: b.random.integer(1, 2), discovered_at: timeBetween(b, 4, 24) }),
};

const delay: RuleModule = {
  id: 'cyber.ordered-delay',
  emits: { delay_hours: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('delay').integer('hours') > 0,
  then: (c) => ({ delay_hours: c.record('delay').integer('hours') }),
  bind: (b) => (hasRows(b, 'delay') ? [] : rows(b, 'delay', [{ system: SYSTEM, hours: (b.want['delay_hours'] as number | undefined) ?? b.random.integer(12, 96) }])),
};

const notify: RuleModule = {
  id: 'cyber.notify-by',
  emits: { notify_by: 'time' },
  reads: { authority_due: 'temporal', delay_hours: 'override' },
  rounding: TO_CENT,
  when: (c) => c.count('delay_hours') > 0,
  then: (c) => ({ notify_by: addMinutes(c.text('authority_due'), BigInt(c.count('delay_hours')) * 60n) }),
  bind: (b) => given(b, { authority_due: timeBetween(b, 7, 22), delay_hours: b.random.integer(12, 96) }),
};

/** Minutes from the deadline to the first notice to the authority; negative where it was in time. */
function lateness(c: RuleContext): number {
  const told = c.records('notice').filter((notice) => notice.text('to') === 'authority').map((notice) => notice.text('time')).sort();
  return told[0] === undefined ? 0 : Number((secondsOf(told[0]) - secondsOf(c.optionalText('notify_by') ?? c.text('authority_due'))) / 60n);
}

const late: RuleModule = {
  id: 'cyber.notice-lateness',
  emits: { notice_delay: 'integer' },
  reads: { authority_due: 'temporal', notify_by: 'override' },
  rounding: TO_CENT,
  when: (c) => lateness(c) > 0,
  then: (c) => ({ notice_delay: lateness(c) }),
  bind: (b) => {
    const fields = (to: string, from: number, until: number): { system: string; to: string; time: string } => ({ system: SYSTEM, to, time: timeBetween(b, from, until) });
    const notices = hasRows(b, 'notice') ? [] : rows(b, 'notice', [fields('authority', 24, 28), fields('customers', 12, 20)]);
    return [...notices, ...(b.derived.has('notify_by') ? [] : given(b, { authority_due: timeBetween(b, 10, 23) }))];
  },
};

export const RESPONSE_RULES: readonly RuleModule[] = [discovery, respond, contain, report, authority, delay, notify, late];
