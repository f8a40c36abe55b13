/** Exceptions with an end, what they waive, what stays open and until when it must be mended. */
import { dateOfDay, dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { countOf, givenCount, limitOf, service, tie, tierOf } from '../draw.ts';
import { REVIEW_DAY } from '../facts.ts';
import { tier } from './findings.ts';

/** Records whose last day is the day of the review or later. */
export function unexpired(c: RuleContext, kind: string): RecordView[] {
  return c.records(kind).filter((one) => one.text('expires') >= REVIEW_DAY);
}

/** A day so many days from the review; those in the past have gone for less than a year. */
export function dayFrom(days: number): string {
  return dateOfDay(dayNumber(REVIEW_DAY) + days);
}

/** Last days of some records that hold, and of one that has ended. */
export function lastDays({ random }: Binder, holding: number): string[] {
  return [...Array.from({ length: holding }, () => dayFrom(random.integer(0, 120))), dayFrom(-random.integer(1, 90))];
}

function exceptions(b: Binder): Facts {
  if (hasRows(b, 'exception')) return [];
  const total = countOf(b, 'excepted_findings', 2, 9);
  const first = total > 1 ? b.random.integer(1, total - 1) : 1;
  const parts = total > first ? [first, total - first] : [first];
  return rows(b, 'exception', lastDays(b, parts.length).map((expires, i) => ({ ...tie(b, 'namespace'), expires, findings: parts[i] ?? b.random.integer(1, 5) })));
}

const inForce: RuleModule = {
  id: 'policy.exceptions-in-force',
  emits: { excepted_findings: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => unexpired(c, 'exception').length > 0,
  then: (c) => ({ excepted_findings: unexpired(c, 'exception').reduce((sum, one) => sum + one.integer('findings'), 0) }),
  bind: exceptions,
};

const cap: RuleModule = {
  id: 'policy.exception-cap',
  emits: { exception_cap: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => tier(c) !== '',
  then: (c) => ({ exception_cap: c.limit('WAIVER_CAP', tier(c)) }),
  bind: (b) => [service(tierOf(b))],
};

const waived: RuleModule = {
  id: 'policy.waived-findings',
  emits: { waived_findings: 'integer' },
  reads: { excepted_findings: 'temporal', exception_cap: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.count('excepted_findings') > 0,
  then: (c) => ({ waived_findings: Math.min(c.count('excepted_findings'), c.optionalCount('exception_cap') ?? Infinity) }),
  bind: (b) => {
    const most = (b.want['waived_findings'] as number | undefined) ?? b.random.integer(1, 5);
    return given(b, { exception_cap: most, excepted_findings: most + b.random.integer(1, 5) });
  },
};

const PARTS = ['pod_security_findings', 'image_findings', 'resource_findings'] as const;

function found(c: RuleContext): number {
  return PARTS.reduce((sum, name) => sum + (c.optionalCount(name) ?? 0), 0);
}

const open: RuleModule = {
  id: 'policy.open-findings',
  emits: { open_findings: 'integer' },
  reads: { pod_security_findings: 'aggregation', image_findings: 'aggregation', resource_findings: 'aggregation', waived_findings: 'exception' },
  rounding: TO_CENT,
  when: (c) => found(c) > (c.optionalCount('waived_findings') ?? 0),
  then: (c) => ({ open_findings: found(c) - (c.optionalCount('waived_findings') ?? 0) }),
  bind: (b) => givenCount(b, b.random.pick(PARTS), 7, 14),
};

const deadline: RuleModule = {
  id: 'policy.mend-by',
  emits: { mend_by: 'date' },
  reads: { open_findings: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('open_findings') > 0,
  then: (c) => ({ mend_by: dayFrom(Math.max(0, c.limit('GRACE_DAYS', tier(c)) - c.count('open_findings'))) }),
  bind: (b) => [service(tierOf(b)), ...givenCount(b, 'open_findings', 2, Math.min(10, limitOf('GRACE_DAYS', 'critical') - 1))],
};

export const ADMISSION_RULES: readonly RuleModule[] = [inForce, cap, waived, open, deadline];
