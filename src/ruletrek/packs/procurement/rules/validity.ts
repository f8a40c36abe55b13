/** What is counted from the closing day: questions, validity of bids, the gap up to the award. */
import { dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { addDays, addWorkingDays, daysBetween } from '../calendar.ts';
import { categoryOf, dayBetween, fullProcedure, known, ownRows } from '../draw.ts';
import { awardDay } from './contract.ts';
import { closingGiven } from './time-limits.ts';
import { category } from './value.ts';

const questions: RuleModule = {
  id: 'procurement.question-deadline',
  emits: { question_deadline: 'date' },
  reads: { closing_date: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.has('closing_date'),
  then: (c) => ({ question_deadline: addWorkingDays(c.text('closing_date'), -c.limit('QUESTION_DAYS')) }),
  bind: (b) => [...closingGiven(b), ...fullProcedure(b)],
};

const validity: RuleModule = {
  id: 'procurement.bid-validity',
  emits: { valid_until: 'date' },
  reads: { closing_date: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('closing_date'),
  then: (c) => ({ valid_until: addDays(c.text('closing_date'), c.limit('VALIDITY_DAYS', category(c))) }),
  bind: (b) => [...categoryOf(b).process, ...closingGiven(b)],
};

/** Days between the day on which bids lapse and the award, where bidders were asked to keep their bids open. */
const extension: RuleModule = {
  id: 'procurement.validity-gap',
  emits: { validity_gap: 'integer' },
  reads: { valid_until: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.records('award').length > 0 && awardDay(c) > c.text('valid_until'),
  then: (c) => ({ validity_gap: daysBetween(c.text('valid_until'), awardDay(c)) }),
  bind: (b) => {
    const until = known(b, 'valid_until', () => dayBetween(b, '2026-05-18', 60));
    const notified = dayNumber('2026-08-03') > dayNumber(until) ? dayBetween(b, '2026-08-03', 20) : addDays(until, b.random.integer(3, 25));
    return [...given(b, { valid_until: until }), ...ownRows(b, 'award', [{ notified: `${notified}T10:15:00Z` }])];
  },
};

export const VALIDITY_RULES: readonly RuleModule[] = [questions, validity, extension];
