/** From the notice to the closing day: minimum periods, what shortens and lengthens them, up to the closing day. */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { given, hasFact } from '../../draw.ts';
import { addDays, addMonths, addWorkingDays, isWorkingDay, officeClock, workingDayFrom } from '../calendar.ts';
import { categoryOf, closingOf, dayBetween, known, ownRows, processOf, sentTime } from '../draw.ts';
import { category } from './value.ts';

/** From this hour on a notice counts as sent on the next working day. */
const OFFICE_CLOSES = '16:00';
/** Notices from this day on fall under the amended reduction. */
const AMENDED_FROM = '2026-04-01';
/** A prior notice counts from 35 days to 12 months after it. */
const PRIOR_DAYS = 35;

const notice: RuleModule = {
  id: 'procurement.notice-date',
  emits: { notice_date: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('process').has('sent'),
  then: (c) => {
    const { day, hour } = officeClock(c.record('process').text('sent'));
    return { notice_date: isWorkingDay(day) && hour < OFFICE_CLOSES ? day : addWorkingDays(day, 1) };
  },
  bind: (b) => {
    const want = b.want['notice_date'] as string | undefined;
    return want === undefined || hasFact(b, 'process-1', 'sent') ? sentTime(b) : [processOf({ sent: `${addDays(want, -1)}T${b.random.integer(14, 21)}:20:00Z` })];
  },
};

const baseDays: RuleModule = {
  id: 'procurement.base-period',
  emits: { base_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('process').has('category'),
  then: (c) => ({ base_days: c.limit('BASE_DAYS', category(c)) }),
  bind: (b) => categoryOf(b).process,
};

const amendedElectronic: RuleModule = {
  id: 'procurement.amended-electronic-reduction',
  emits: { amended_reduction: 'integer' },
  reads: { notice_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('notice_date') >= AMENDED_FROM,
  then: (c) => ({ amended_reduction: c.limit('AMENDED_ELECTRONIC_DAYS') }),
  bind: (b) => given(b, { notice_date: dayBetween(b, '2026-04-07', 50) }),
};

const electronic: RuleModule = {
  id: 'procurement.electronic-reduction',
  emits: { electronic_days: 'integer' },
  reads: { amended_reduction: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.record('process').flag('electronic'),
  then: (c) => ({ electronic_days: c.optionalCount('amended_reduction') ?? c.limit('ELECTRONIC_DAYS') }),
  bind: () => [processOf({ electronic: true })],
};

function priorNotices(c: RuleContext): number {
  const notice = c.text('notice_date');
  return c.records('prior_notice').filter((row) => row.text('announced') >= addMonths(notice, -12) && row.text('announced') <= addDays(notice, -PRIOR_DAYS)).length;
}

const prior: RuleModule = {
  id: 'procurement.prior-notice',
  emits: { prior_notice_days: 'integer' },
  reads: { notice_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => priorNotices(c) > 0,
  then: (c) => ({ prior_notice_days: c.limit('PRIOR_NOTICE_DAYS') }),
  bind: (b) => [
    ...given(b, { notice_date: known(b, 'notice_date', () => dayBetween(b, '2026-02-09', 100)) }),
    ...ownRows(b, 'prior_notice', [{ announced: dayBetween(b, '2025-07-15', 150) }]),
  ],
};

const urgent: RuleModule = {
  id: 'procurement.urgency',
  emits: { urgent_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('process').flag('urgent'),
  then: (c) => ({ urgent_days: c.limit('URGENT_DAYS') }),
  bind: () => [processOf({ urgent: true })],
};

const offline: RuleModule = {
  id: 'procurement.documents-offline',
  emits: { offline_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => !c.record('process').flag('documents_online'),
  then: (c) => ({ offline_days: c.limit('OFFLINE_DAYS') }),
  bind: () => [processOf({ documents_online: false })],
};

function usualDays(c: RuleContext): number {
  return (c.optionalCount('prior_notice_days') ?? c.count('base_days')) - (c.optionalCount('electronic_days') ?? 0);
}

const submission: RuleModule = {
  id: 'procurement.submission-period',
  emits: { submission_days: 'integer' },
  reads: { base_days: 'dependency', prior_notice_days: 'override', urgent_days: 'precedence', electronic_days: 'exception', offline_days: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('urgent_days') || c.has('prior_notice_days') || c.has('base_days'),
  then: (c) => ({ submission_days: (c.optionalCount('urgent_days') ?? usualDays(c)) + (c.optionalCount('offline_days') ?? 0) }),
  bind: (b) => given(b, { base_days: b.random.pick([30, 35, 42]), electronic_days: b.random.integer(3, 5) }),
};

const computed: RuleModule = {
  id: 'procurement.last-day',
  emits: { last_day: 'date' },
  reads: { notice_date: 'temporal', submission_days: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('notice_date') && c.has('submission_days'),
  then: (c) => ({ last_day: addDays(c.text('notice_date'), c.count('submission_days')) }),
  bind: (b) => given(b, { notice_date: known(b, 'notice_date', () => dayBetween(b, '2026-02-09', 100)), submission_days: b.random.integer(15, 45) }),
};

/** Substantial changes that were announced within the last days before the end of the period. */
function lateChanges(c: RuleContext): string[] {
  const last = c.text('last_day');
  const inWindow = (day: string): boolean => day <= last && day > addDays(last, -c.limit('LATE_CHANGE_WINDOW'));
  return c.records('change').filter((row) => row.flag('substantial') && inWindow(row.text('announced'))).map((row) => row.text('announced'));
}

const lateChange: RuleModule = {
  id: 'procurement.late-change',
  emits: { extended_day: 'date' },
  reads: { last_day: 'temporal' },
  rounding: TO_CENT,
  when: (c) => lateChanges(c).length > 0,
  then: (c) => ({ extended_day: addDays(lateChanges(c).sort().at(-1)!, c.limit('LATE_CHANGE_DAYS')) }),
  bind: (b) => {
    const last = known(b, 'last_day', () => dayBetween(b, '2026-03-16', 100));
    return [...given(b, { last_day: last }), ...ownRows(b, 'change', [{ announced: addDays(last, -b.random.integer(0, 5)), substantial: true }])];
  },
};

const closing: RuleModule = {
  id: 'procurement.closing-day',
  emits: { closing_date: 'date' },
  reads: { last_day: 'dependency', extended_day: 'override', published_closing: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.has('published_closing') || c.has('extended_day') || c.has('last_day'),
  then: (c) => ({ closing_date: workingDayFrom(c.optionalText('published_closing') ?? c.optionalText('extended_day') ?? c.text('last_day')) }),
  bind: (b) => given(b, { last_day: (b.want['closing_date'] as string | undefined) ?? dayBetween(b, '2026-03-16', 100) }),
};

export function closingGiven(b: Binder): Facts {
  return given(b, { closing_date: closingOf(b) });
}

export const TIME_RULES: readonly RuleModule[] = [
  notice, baseDays, amendedElectronic, electronic, prior, urgent, offline, submission, computed, lateChange, closing,
];
