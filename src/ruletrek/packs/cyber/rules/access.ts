/** Logons: failures, locks, risky successes, and the points that they give. */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { given } from '../../draw.ts';
import { caseOf, DAY_MINUTES, impactOf, oneOfNumbers, oneOfSets, partOf, someIds, timeAt, withFields } from '../draw.ts';
import { setting } from '../parameters.ts';
import { idsOf, idText, inAny, recordsOf, without } from '../sets.ts';
import { largestBurst } from './detections.ts';
import { fieldRule } from './macros.ts';

export function impact(c: RuleContext): string {
  return c.record('case').text('impact');
}

function failureTimes(c: RuleContext): string[] {
  const failures = without(c, idsOf(c.text('failed_logons')), 'service_logons');
  return recordsOf(c, 'logon', failures).map((logon) => logon.text('time'));
}

/** Logons close together, one in a while apart from the others. */
function logonTimes(b: Binder): Facts {
  const centre = b.random.integer(3 * DAY_MINUTES, 24 * DAY_MINUTES);
  return withFields('logon', someIds(b, 'logon'), () => ({ time: timeAt(centre + (b.random.chance(0.8) ? b.random.integer(0, 40) : b.random.integer(60, 600))) }));
}

const peak: RuleModule = {
  id: 'cyber.failure-peak',
  emits: { failure_peak: 'integer' },
  reads: { failed_logons: 'dependency', service_logons: 'exception' },
  rounding: TO_CENT,
  when: (c) => failureTimes(c).length > 0,
  then: (c) => ({ failure_peak: largestBurst(failureTimes(c), c.limit('logon_window', impact(c))) }),
  bind: (b) => {
    const ids = someIds(b, 'logon');
    return [caseOf({ impact: impactOf(b) }), ...logonTimes(b), ...given(b, { failed_logons: idText(partOf(b, ids, 0.8)) })];
  },
};

/** The lock grows by its own length for each failure beyond the limit. */
const lock: RuleModule = {
  id: 'cyber.lock',
  emits: { lock_minutes: 'integer' },
  reads: { failure_peak: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('failure_peak') >= c.limit('logon_limit', impact(c)),
  then: (c) => {
    const beyond = c.count('failure_peak') - c.limit('logon_limit', impact(c));
    return { lock_minutes: c.limit('lock_minutes', impact(c)) * (beyond + 1) };
  },
  bind: (b) => {
    const own = impactOf(b);
    return [caseOf({ impact: own }), ...given(b, { failure_peak: setting('logon_limit', own) + b.random.integer(0, 6) })];
  },
};

/** From 20:00 to 06:00 UTC, and all of Saturday and Sunday. */
function isOffHours(time: string): boolean {
  const [day, hour] = [new Date(time).getUTCDay(), Number(time.slice(11, 13))];
  return day === 0 || day === 6 || hour < 6 || hour >= 20;
}

/** A weekday of the month and an hour. */
function onWeekday({ random }: Binder, hours: readonly [number, number]): string {
  const monday = random.pick([2, 9, 16, 23]);
  return timeAt((monday - 1 + random.integer(0, 4)) * DAY_MINUTES + random.integer(hours[0] * 60, hours[1] * 60 + 59));
}

const RISKY = ['off_hours_logons', 'single_factor_logons'] as const;

/** A trusted network excuses a single factor, not the hour. */
function riskyLogons(c: RuleContext): number {
  const single = without(c, idsOf(c.optionalText('single_factor_logons')), 'trusted_network_logons');
  return new Set([...inAny(c, ['off_hours_logons']), ...single]).size;
}

const risky: RuleModule = {
  id: 'cyber.risky-logons',
  emits: { risky_logons: 'integer' },
  reads: { off_hours_logons: 'aggregation', single_factor_logons: 'aggregation', trusted_network_logons: 'exception' },
  rounding: TO_CENT,
  when: (c) => riskyLogons(c) > 0,
  then: (c) => ({ risky_logons: riskyLogons(c) }),
  bind: (b) => oneOfSets(b, 'logon', RISKY),
};

function accessPoints(c: RuleContext): number {
  return 2 * (c.optionalCount('risky_logons') ?? 0) + Math.ceil((c.optionalCount('lock_minutes') ?? 0) / 30);
}

const points: RuleModule = {
  id: 'cyber.access-points',
  emits: { access_points: 'integer' },
  reads: { risky_logons: 'aggregation', lock_minutes: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => accessPoints(c) > 0,
  then: (c) => ({ access_points: accessPoints(c) }),
  bind: (b) => oneOfNumbers(b, { risky_logons: [1, 6], lock_minutes: [20, 300] }),
};

export const ACCESS_RULES: readonly RuleModule[] = [
  fieldRule({
    id: 'cyber.failed-logons', name: 'failed_logons', kind: 'logon', field: 'result', holds: (logon) => logon.text('result') === 'failure', yes: () => 'failure', no: () => 'success',
  }),
  fieldRule({
    id: 'cyber.service-logons', name: 'service_logons', kind: 'logon', field: 'account', holds: (logon) => logon.text('account').startsWith('svc-'),
    yes: ({ random }) => random.pick(['svc-backup', 'svc-monitor']), no: ({ random }) => random.pick(['maria', 'chen', 'okafor', 'ops-svc']),
  }),
  peak,
  lock,
  fieldRule({
    id: 'cyber.off-hours-logons', name: 'off_hours_logons', kind: 'logon', field: 'time', holds: (logon) => isOffHours(logon.text('time')),
    yes: (b) => onWeekday(b, b.random.pick([[0, 5], [20, 23]] as const)), no: (b) => onWeekday(b, [6, 19]),
  }),
  fieldRule({
    id: 'cyber.single-factor-logons', name: 'single_factor_logons', kind: 'logon', field: 'factors', holds: (logon) => logon.integer('factors') < 2, yes: () => 1, no: ({ random }) => random.integer(2, 3),
  }),
  fieldRule({
    id: 'cyber.trusted-network', name: 'trusted_network_logons', kind: 'logon', field: 'source', holds: (logon) => logon.text('source').startsWith('10.20.'),
    yes: ({ random }) => `10.20.${random.integer(0, 9)}.${random.integer(2, 250)}`, no: ({ random }) => `10.${random.pick([2, 21, 200])}.0.${random.integer(2, 250)}`,
  }),
  risky,
  points,
];
