/** Flaws: which are urgent, by when they must be removed, how late they are (SI-2, RA-5). */
import { dateOfDay, dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { caseOf, impactOf, oneOfSets, partOf, someIds, withFields } from '../draw.ts';
import { AS_OF, SYSTEM } from '../facts.ts';
import { idsOf, idText, inAny, recordsOf, without } from '../sets.ts';
import { impact } from './access.ts';
import { daysAgo } from './accounts.ts';
import { fieldRule } from './macros.ts';
import { setRule } from './set-rule.ts';

function accepted(c: RuleContext): string[] {
  return c.records('acceptance').filter((one) => one.text('until') >= AS_OF).map((one) => one.text('finding'));
}

const acceptances = setRule({
  id: 'cyber.accepted-risks',
  name: 'accepted_findings',
  members: accepted,
  bind: (b) => {
    const list = partOf(b, someIds(b, 'finding'), 0.3).map((finding) => ({ system: SYSTEM, finding, until: daysAgo(-b.random.integer(0, 90)) }));
    return hasRows(b, 'acceptance') ? [] : rows(b, 'acceptance', list);
  },
});

function urgentIds(c: RuleContext): string[] {
  return without(c, inAny(c, ['critical_findings', 'exploited_findings']), 'accepted_findings');
}

const urgent = setRule({
  id: 'cyber.urgent-findings',
  name: 'urgent_findings',
  members: urgentIds,
  reads: { critical_findings: 'dependency', exploited_findings: 'override', accepted_findings: 'exception' },
  bind: (b) => oneOfSets(b, 'finding', ['critical_findings', 'exploited_findings']),
});

/** High findings that are neither urgent already nor accepted. */
function highIds(c: RuleContext): string[] {
  return without(c, without(c, idsOf(c.text('high_findings')), 'exploited_findings'), 'accepted_findings');
}

/** The earliest day on which one of them was found, and so many days. */
function dueAfter(c: RuleContext, ids: readonly string[], days: number): string {
  const found = recordsOf(c, 'finding', ids).map((finding) => finding.text('found')).sort();
  return dateOfDay(dayNumber(found[0]!) + days);
}

function foundDates(b: Binder): Facts {
  return withFields('finding', someIds(b, 'finding'), () => ({ found: daysAgo(b.random.integer(12, 110)) }));
}

const urgentDue: RuleModule = {
  id: 'cyber.urgent-due',
  emits: { urgent_due: 'date' },
  reads: { urgent_findings: 'dependency' },
  rounding: TO_CENT,
  when: (c) => recordsOf(c, 'finding', idsOf(c.text('urgent_findings'))).length > 0,
  then: (c) => ({ urgent_due: dueAfter(c, idsOf(c.text('urgent_findings')), c.limit('urgent_days', impact(c))) }),
  bind: (b) => [caseOf({ impact: impactOf(b) }), ...foundDates(b), ...given(b, { urgent_findings: idText(partOf(b, someIds(b, 'finding'))) })],
};

const highDue: RuleModule = {
  id: 'cyber.high-due',
  emits: { high_due: 'date' },
  reads: { high_findings: 'dependency', exploited_findings: 'precedence', accepted_findings: 'exception' },
  rounding: TO_CENT,
  when: (c) => recordsOf(c, 'finding', highIds(c)).length > 0,
  then: (c) => ({ high_due: dueAfter(c, highIds(c), c.limit('high_days', impact(c))) }),
  bind: (b) => [caseOf({ impact: impactOf(b) }), ...foundDates(b), ...given(b, { high_findings: idText(partOf(b, someIds(b, 'finding'))) })],
};

const DUES = ['urgent_due', 'high_due'] as const;

function dueDays(c: RuleContext): string[] {
  return DUES.flatMap((name) => c.optionalText(name) ?? []).sort();
}

/** The last day before it from Monday to Friday. */
function workdayBefore(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return dateOfDay(dayNumber(date) - (weekday === 1 ? 3 : weekday === 0 ? 2 : 1));
}

const patchDue: RuleModule = {
  id: 'cyber.patch-due',
  emits: { patch_due: 'date', last_patch_due: 'date' },
  reads: { urgent_due: 'temporal', high_due: 'temporal' },
  rounding: TO_CENT,
  when: (c) => dueDays(c).length > 0,
  then: (c) => ({ patch_due: workdayBefore(dueDays(c)[0]!), last_patch_due: workdayBefore(dueDays(c).at(-1)!) }),
  bind: (b) => {
    if (DUES.some((name) => b.derived.has(name))) return [];
    return given(b, { [b.random.pick(DUES)]: daysAgo(b.random.integer(-10, 60)) });
  },
};

const overdue: RuleModule = {
  id: 'cyber.patch-overdue',
  emits: { patch_overdue_days: 'integer' },
  reads: { patch_due: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('patch_due') < AS_OF,
  then: (c) => ({ patch_overdue_days: dayNumber(AS_OF) - dayNumber(c.text('patch_due')) }),
  bind: (b) => given(b, { patch_due: daysAgo(b.random.integer(2, 60)) }),
};

/** For each week or part of one, and one for each urgent flaw. */
const points: RuleModule = {
  id: 'cyber.patch-points',
  emits: { patch_points: 'integer' },
  reads: { patch_overdue_days: 'dependency', urgent_findings: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.count('patch_overdue_days') > 0,
  then: (c) => ({ patch_points: Math.ceil(c.count('patch_overdue_days') / 7) * c.limit('overdue_points') + idsOf(c.optionalText('urgent_findings')).length }),
  bind: (b) => given(b, { patch_overdue_days: b.random.integer(2, 50) }),
};

const scored = (id: string, name: string, low: number, high: number): RuleModule => fieldRule({
  id, name, kind: 'finding', field: 'score', holds: (finding) => Number(finding.text('score')) >= low && Number(finding.text('score')) < high,
  yes: ({ random }) => (random.integer(low * 10, Math.min(100, high * 10 - 1)) / 10).toFixed(1), no: ({ random }) => (random.integer(30, 69) / 10).toFixed(1),
});

export const VULNERABILITY_RULES: readonly RuleModule[] = [
  scored('cyber.critical-findings', 'critical_findings', 9, 11),
  scored('cyber.high-findings', 'high_findings', 7, 9),
  fieldRule({
    id: 'cyber.exploited-findings', name: 'exploited_findings', kind: 'finding', field: 'exploited', holds: (finding) => finding.flag('exploited'), yes: () => true, no: () => false,
  }),
  acceptances,
  urgent,
  urgentDue,
  highDue,
  patchDue,
  overdue,
  points,
];
