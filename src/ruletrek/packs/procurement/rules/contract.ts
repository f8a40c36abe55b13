/** From the award to the end of the contract: standstill, review, signature, notice, duration. */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { given, hasFact } from '../../draw.ts';
import { addDays, addMonths, addWorkingDays, daysBetween, officeClock, workingDayFrom } from '../calendar.ts';
import { dayBetween, fullProcedure, known, moreRows, ownRows, timeOn } from '../draw.ts';

/** The day on which bidders were told, by the office's clock. */
export function awardDay(c: RuleContext): string {
  return officeClock(c.record('award').text('notified')).day;
}

/** The award, with the fields that a rule needs; they join the record that is there. */
function award(b: Binder, fields: Facts[number]['fields']): Facts {
  const old = b.facts.find(({ kind }) => kind === 'award');
  return old === undefined ? moreRows(b, 'award', [fields]) : [{ ...old, fields }];
}

const MEANS: Readonly<Record<string, string>> = { electronic: 'STANDSTILL_ELECTRONIC', post: 'STANDSTILL_POST' };

const standstillDays: RuleModule = {
  id: 'procurement.standstill-days',
  emits: { standstill_days: 'integer' },
  reads: { threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && MEANS[c.record('award').text('means')] !== undefined,
  then: (c) => ({ standstill_days: c.limit(MEANS[c.record('award').text('means')]!) }),
  bind: (b) => [...award(b, { means: b.random.pick(['electronic', 'post']) }), ...fullProcedure(b)],
};

const standstillEnd: RuleModule = {
  id: 'procurement.standstill-end',
  emits: { standstill_end: 'date' },
  reads: { standstill_days: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.record('award').has('notified') && c.has('standstill_days'),
  then: (c) => ({ standstill_end: workingDayFrom(addDays(awardDay(c), c.count('standstill_days'))) }),
  bind: (b) => [
    ...(hasFact(b, 'award-1', 'notified') ? [] : award(b, { notified: timeOn(b, dayBetween(b, '2026-08-03', 25), 12, 23) })),
    ...given(b, { standstill_days: b.random.pick([10, 15]) }),
  ],
};

/** The challenge that was filed while the standstill ran. */
function challenges(c: RuleContext): RecordView[] {
  return c.records('challenge').filter((row) => row.text('filed') <= c.text('standstill_end'));
}

const review: RuleModule = {
  id: 'procurement.review',
  emits: { review_end: 'date' },
  reads: { standstill_end: 'temporal' },
  rounding: TO_CENT,
  when: (c) => challenges(c).length > 0,
  then: (c) => ({ review_end: addWorkingDays(challenges(c).map((row) => row.text('decided')).sort().at(-1)!, c.limit('REVIEW_DAYS')) }),
  bind: (b) => {
    const end = known(b, 'standstill_end', () => dayBetween(b, '2026-08-17', 25));
    return [...given(b, { standstill_end: end }), ...ownRows(b, 'challenge', [{ filed: addDays(end, -b.random.integer(0, 6)), decided: addDays(end, b.random.integer(8, 25)) }])];
  },
};

const signature: RuleModule = {
  id: 'procurement.earliest-signature',
  emits: { earliest_signature: 'date' },
  reads: { standstill_end: 'dependency', review_end: 'override' },
  rounding: TO_CENT,
  when: (c) => c.has('standstill_end'),
  then: (c) => ({ earliest_signature: addWorkingDays(c.optionalText('review_end') ?? c.text('standstill_end'), 1) }),
  bind: (b) => given(b, { standstill_end: known(b, 'standstill_end', () => dayBetween(b, '2026-08-17', 25)) }),
};

function contract(b: Binder, fields: Facts[number]['fields']): Facts {
  const old = b.facts.find(({ kind }) => kind === 'contract');
  return old === undefined ? moreRows(b, 'contract', [fields]) : [{ ...old, fields }];
}

const effective: RuleModule = {
  id: 'procurement.effective-date',
  emits: { effective_date: 'date' },
  reads: { earliest_signature: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.record('contract').has('signed') && c.has('earliest_signature'),
  then: (c) => ({ effective_date: [c.record('contract').text('signed'), c.text('earliest_signature')].sort().at(-1)! }),
  bind: (b) => {
    const earliest = known(b, 'earliest_signature', () => dayBetween(b, '2026-08-20', 30));
    return [...given(b, { earliest_signature: earliest }), ...contract(b, { signed: addDays(earliest, -b.random.integer(1, 9)) })];
  },
};

const awardNotice: RuleModule = {
  id: 'procurement.award-notice',
  emits: { award_notice_deadline: 'date' },
  reads: { effective_date: 'temporal', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.has('effective_date'),
  then: (c) => ({ award_notice_deadline: workingDayFrom(addDays(c.text('effective_date'), c.limit('NOTICE_DAYS'))) }),
  bind: (b) => [...effectiveGiven(b), ...fullProcedure(b)],
};

function effectiveGiven(b: Binder): Facts {
  return given(b, { effective_date: known(b, 'effective_date', () => dayBetween(b, '2026-08-20', 40)) });
}

/** Amendments, with the field that a rule needs. */
export function amendments(b: Binder, field: string, draw: () => bigint | number): Facts {
  const rows = b.facts.filter(({ kind }) => kind === 'amendment');
  if (rows.length > 0) return rows.map((row) => ({ ...row, fields: { [field]: draw() } }));
  return moreRows(b, 'amendment', Array.from({ length: b.random.integer(2, 3) }, () => ({ signed: dayBetween(b, '2026-10-01', 60), [field]: draw() })));
}

const addedDays: RuleModule = {
  id: 'procurement.added-days',
  emits: { added_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('amendment').some((row) => row.has('days')),
  then: (c) => ({ added_days: c.records('amendment').filter((row) => row.has('days')).reduce((sum, row) => sum + row.integer('days'), 0) }),
  bind: (b) => amendments(b, 'days', () => b.random.integer(3, 15)),
};

const suspended: RuleModule = {
  id: 'procurement.suspended-days',
  emits: { suspended_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('suspension').length > 0,
  then: (c) => ({ suspended_days: c.records('suspension').reduce((sum, row) => sum + daysBetween(row.text('first'), row.text('last')) + 1, 0) }),
  bind: (b) => ownRows(b, 'suspension', ['2026-10-05', '2026-11-09'].slice(0, b.random.integer(1, 2)).map((from) => {
    const first = dayBetween(b, from, 12);
    return { first, last: addDays(first, b.random.integer(3, 13)) };
  })),
};

const contractEnd: RuleModule = {
  id: 'procurement.contract-end',
  emits: { contract_end: 'date' },
  reads: { effective_date: 'temporal', added_days: 'aggregation', suspended_days: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.record('contract').has('months') && c.has('effective_date'),
  then: (c) => {
    const end = addMonths(c.text('effective_date'), c.record('contract').integer('months'));
    return { contract_end: addDays(end, (c.optionalCount('added_days') ?? 0) + (c.optionalCount('suspended_days') ?? 0)) };
  },
  bind: (b) => [...effectiveGiven(b), ...contract(b, { months: b.random.integer(2, 3) })],
};

export const CONTRACT_RULES: readonly RuleModule[] = [
  standstillDays, standstillEnd, review, signature, effective, awardNotice, addedDays, suspended, contractEnd,
];
