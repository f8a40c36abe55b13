/** Drawing facts of a contracting process so that a rule binds. */
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import type { Binder } from '../../core/rule.ts';
import type { Random } from '../../../random.ts';
import { dollars, given, hasFact, hasRows, rows, split } from '../draw.ts';
import { addDays } from './calendar.ts';
import { CATEGORIES, type Category } from './facts.ts';
import { numberOf } from './parameters.ts';

export const BIDDERS = ['alder-works', 'brook-supply', 'cedar-and-sons', 'delta-services', 'elm-logistics', 'ford-street-partners', 'granite-systems'] as const;
/** Identifiers of processes: the prefix of a publisher and a number. */
export const OCID = 'ocds-7p2xk1-2026-0417';
export const OTHER_OCIDS = ['ocds-7p2xk1-2026-0411', 'ocds-7p2xk1-2025-0417', 'ocds-7p2xk7-2026-0417'] as const;
export const EVALUATORS = ['evaluator-1', 'evaluator-2', 'evaluator-3', 'evaluator-4', 'evaluator-5'] as const;

/** What every scenario has: the process, the bidder under review, the category. */
export function baseFacts(random: Random): Facts {
  return [processOf({ ocid: OCID, bidder: random.pick(BIDDERS), category: random.pick(CATEGORIES) })];
}

export function processOf(fields: Readonly<Record<string, Value>>): FactRecord {
  return { subject: 'process-1', kind: 'process', fields };
}

function processField({ facts }: Binder, name: string): Value | undefined {
  return facts.find(({ kind }) => kind === 'process')?.fields[name];
}

/** The category that the process has, else one that is drawn, with the record that says so. */
export function categoryOf(b: Binder): { readonly category: Category; readonly process: Facts } {
  const category = (processField(b, 'category') as Category | undefined) ?? b.random.pick(CATEGORIES);
  return { category, process: [processOf({ category })] };
}

/** A number of the process's category that a draw turns on. */
export function ofCategory(b: Binder, name: string): { readonly number: number; readonly process: Facts } {
  const { category, process } = categoryOf(b);
  return { number: numberOf(name, category), process };
}

/** Records of the process; where the kind has rows already, none. */
export function ownRows(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): FactRecord[] {
  return hasRows(b, kind) ? [] : moreRows(b, kind, list);
}

/** Records of the process, whatever is there. */
export function moreRows(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): FactRecord[] {
  return rows(b, kind, list.map((fields) => ({ ocid: OCID, ...fields })));
}

/** Records of the bidder under review. */
export function bidderRows(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): Facts {
  const { bidder, process } = reviewed(b);
  return hasRows(b, kind) ? [] : [...process, ...rows(b, kind, list.map((fields) => ({ bidder, ...fields })))];
}

/** The same for records of the process. */
export function ownBidderRows(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): Facts {
  return bidderRows(b, kind, list.map((fields) => ({ ocid: OCID, ...fields })));
}

function reviewed(b: Binder): { readonly bidder: Value; readonly process: Facts } {
  const bidder = processField(b, 'bidder') ?? b.random.pick(BIDDERS);
  return { bidder, process: [processOf({ bidder })] };
}

/** One more field of the bid under review. */
export function offerOf(b: Binder, fields: Readonly<Record<string, Value>>): Facts {
  const { bidder, process } = reviewed(b);
  return [...process, { subject: 'offer-1', kind: 'offer', fields: { ocid: OCID, bidder, ...fields } }];
}

/** An excess over the threshold, as a full procedure has it. */
export function fullProcedure(b: Binder): Facts {
  return given(b, { threshold_excess: dollars(b, 20_000, 150_000) });
}

/** A value that the scenario has, else a drawn one. */
export function known<T extends Value>({ values }: Binder, name: string, draw: () => T): T {
  return (values.get(name) as T | undefined) ?? draw();
}

/** Rows with positive parts of a total in one field. */
export function parts(b: Binder, total: bigint, count: number, field: string): Record<string, Value>[] {
  return split(b, total, count).map((amount) => ({ [field]: amount }));
}

/** A day between two days. */
export function dayBetween({ random }: Binder, first: string, days: number): string {
  return addDays(first, random.integer(0, days));
}

/** A time of a day in UTC; hours from `first` to `last`. */
export function timeOn({ random }: Binder, day: string, first = 0, last = 23): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day}T${two(random.integer(first, last))}:${two(random.integer(1, 58))}:00Z`;
}

/** Notices are sent from February to May. */
export function sentTime(b: Binder, first = '2026-02-02', days = 110): Facts {
  return hasFact(b, 'process-1', 'sent') ? [] : [processOf({ sent: timeOn(b, dayBetween(b, first, days)) })];
}

/** A closing date that the scenario has, else one from March to July. */
export function closingOf(b: Binder): string {
  return (b.values.get('extended_closing') ?? b.values.get('closing_date') ?? dayBetween(b, '2026-03-16', 100)) as string;
}
