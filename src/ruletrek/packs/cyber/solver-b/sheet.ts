/**
 * Solver B, written from the documents of the pack alone: it shares no code with the rules. Entries are worked out on
 * demand. Times are minutes since 1970 in plain numbers, sets are lists of ids.
 */
import type { SolverInput } from '../../pack.ts';
import type { Row } from '../../second-solver.ts';

/** An entry: a number, a word or date, minutes, a list of ids; undefined where the rule does not apply. */
export type Entry = number | string | readonly string[] | undefined;

export interface CaseSheet {
  /** Rows that belong to the case. */
  rows(kind: string): readonly Row[];
  readonly impact: string;
  /** Minutes at which the case was opened. */
  opened(): number | undefined;
  entry(name: string): Entry;
  number(name: string): number | undefined;
  word(name: string): string | undefined;
  /** undefined where the rule of the set does not apply. */
  set(name: string): readonly string[] | undefined;
  /** A cell of the tables of settings; without a column, of the table for the impact level or for all. */
  setting(label: string, column?: string): number;
}

/** How an entry is worked out, and how it is written: `minute` entries are times. */
export interface LineOfCase {
  readonly form: 'set' | 'count' | 'word' | 'minute' | 'money' | 'flag';
  readonly work: (sheet: CaseSheet) => Entry;
}
export type CaseLines = Readonly<Record<string, LineOfCase>>;

export function openCase({ records, documents }: SolverInput, lines: CaseLines): CaseSheet {
  const known = new Map<string, Entry>((records['given'] ?? []).map(({ name = '', value = '' }) => [name, readEntry(lines[name]?.form ?? 'word', value)]));
  const head = records['case']?.[0] ?? {};
  const impact = head['impact'] ?? '';
  const entry = (name: string): Entry => {
    if (!known.has(name)) known.set(name, lines[name]?.work(sheet));
    return known.get(name);
  };
  const sheet: CaseSheet = {
    impact,
    opened: () => (head['opened'] === undefined ? undefined : minuteOf(head['opened'])),
    rows: (kind) => (records[kind] ?? []).filter((row) => (row['system'] ?? 'payments') === 'payments' && inFebruary(kind, row)),
    entry,
    number: (name) => entry(name) as number | undefined,
    word: (name) => entry(name) as string | undefined,
    set: (name) => entry(name) as readonly string[] | undefined,
    setting: (label, column) => settingOf(documents, label, column ?? impact),
  };
  return sheet;
}

function inFebruary(kind: string, row: Row): boolean {
  if (!['event', 'logon', 'outage', 'maintenance'].includes(kind)) return true;
  return (row['time'] ?? row['start'] ?? '2026-02').slice(0, 7) === '2026-02';
}

function settingOf(documents: SolverInput['documents'], label: string, column: string): number {
  const files = ['general', 'impact', 'severity'].map((name) => documents[`tables/${name}-2026.csv`]?.['rows'] ?? []);
  const row = files.flat().find((one) => one['setting'] === label);
  return Number(row?.['all'] ?? row?.[column]);
}

function readEntry(form: LineOfCase['form'], text: string): Entry {
  if (form === 'set') return text.split(' ');
  if (form === 'minute') return minuteOf(text);
  if (form === 'money') return Math.round(Number(text) * 100);
  return form === 'count' ? Number(text) : text;
}

export function writeEntry(form: LineOfCase['form'], entry: NonNullable<Entry>): string | number | boolean {
  switch (form) {
    case 'set':
      return byNumber(entry as readonly string[]).join(' ');
    case 'minute':
      return stamp(entry as number);
    case 'money':
      return ((entry as number) / 100).toFixed(2);
    case 'flag':
      return true;
    default:
      return entry as string | number;
  }
}

function byNumber(ids: readonly string[]): string[] {
  const digits = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);
  return [...ids].sort((a, b) => digits(a) - digits(b));
}

export function minuteOf(time: string): number {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(time)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute) / 60_000;
}

export function stamp(minute: number): string {
  return new Date(minute * 60_000).toISOString().replace('.000', '');
}

/** Days since 1970 of a date, and back. */
export function dayOf(date: string): number {
  return Math.floor(minuteOf(`${date}T00:00`) / 1440);
}

export function dateText(day: number): string {
  return stamp(day * 1440).slice(0, 10);
}

/** 0 for Sunday: 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

/** The day of the question, 2 March 2026. */
export const TODAY = dayOf('2026-03-02');

export function orNothing<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

export function positive(value: number): number | undefined {
  return value > 0 ? value : undefined;
}

/** Rows with a cell that passes a test, as ids. */
export function idsWhere(sheet: CaseSheet, kind: string, column: string, test: (cell: string) => boolean): readonly string[] | undefined {
  return orNothing(sheet.rows(kind).filter((row) => row[column] !== undefined && test(row[column])).map((row) => row['id'] ?? ''));
}
