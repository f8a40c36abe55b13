/** Solver B: every entry of the process, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { BID_ENTRIES } from './bid-entries.ts';
import { MONEY_ENTRIES } from './money-entries.ts';
import { SCORE_ENTRIES } from './score-entries.ts';
import { openSheet, type Entry, type Units } from './sheet.ts';
import { TIME_ENTRIES } from './time-entries.ts';
import { VALUE_ENTRIES } from './value-entries.ts';

const ENTRIES = { ...VALUE_ENTRIES, ...TIME_ENTRIES, ...BID_ENTRIES, ...SCORE_ENTRIES, ...MONEY_ENTRIES };

const UNITS: Units = {
  days: [
    'notice_date', 'last_day', 'extended_day', 'published_closing', 'closing_date', 'question_deadline', 'valid_until', 'compiled_date', 'record_deadline', 'standstill_end', 'review_end',
    'earliest_signature', 'effective_date', 'award_notice_deadline', 'contract_end', 'conviction_end', 'misconduct_end', 'cleaned_end', 'exclusion_end',
  ],
  counts: [
    'base_days', 'amended_reduction', 'electronic_days', 'prior_notice_days', 'urgent_days', 'offline_days', 'submission_days', 'validity_gap', 'standstill_days', 'added_days', 'suspended_days',
    'excused_days', 'delay_days', 'amended_penalty', 'amending_releases', 'timely_bids', 'admitted_bids', 'lot_capacity', 'price_score', 'recused_points', 'recused_marks', 'quality_mark', 'quality_score',
    'delivery_score', 'environment_bonus', 'experience_score', 'total_score',
  ],
  flags: ['excluded_for_taxes', 'excluded_for_conduct', 'margin_repealed'],
};

/** All entries that apply. */
export function solveProcess(input: SolverInput): SolverOutput {
  const sheet = openSheet(input, ENTRIES, UNITS);
  const values = Object.keys(ENTRIES).map((name): [string, Entry] => [name, sheet.holds(name) ? true : (sheet.day(name) ?? sheet.number(name))]);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, written(name, value)]])));
}

function written(name: string, value: Exclude<Entry, undefined>): string | number | boolean {
  if (typeof value !== 'number' || UNITS.counts.includes(name)) return value;
  return (value / 100).toFixed(2);
}
