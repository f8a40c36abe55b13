/**
 * Solver B, written from the documents of the pack alone: it shares no code with the rules. Entries are worked out on
 * demand: amounts in cents, counts and points as numbers, days as text.
 */
import type { SolverInput } from '../../pack.ts';
import { cents, type Row } from '../../second-solver.ts';

/** An entry of the sheet; undefined where it does not apply. */
export type Entry = number | string | true | undefined;

export interface Sheet {
  readonly category: string;
  readonly process: Row;
  /** Rows of the process and of the bidder under review that count. */
  rows(kind: string): readonly Row[];
  /** The given value, else the worked-out one: an amount, a count or points. */
  number(name: string): number | undefined;
  day(name: string): string | undefined;
  holds(name: string): boolean;
  /** A cell of the table of amounts for the category, or for all, as it stands there. */
  cell(label: string): number;
  /** An amount of the table in cents. */
  amount(label: string): number;
  /** Bands of the tariff: upper ends in cents and rates. */
  tariff(): readonly { readonly top: number; readonly rate: number }[];
  isFree(day: string): boolean;
}

/** How entries are worked out. */
export type Entries = Readonly<Record<string, (sheet: Sheet) => Entry>>;

/** What an entry holds, for given values and for the answer. */
export interface Units {
  readonly days: readonly string[];
  readonly counts: readonly string[];
  readonly flags: readonly string[];
}

export function openSheet(input: SolverInput, entries: Entries, units: Units): Sheet {
  const process = input.records['process']?.[0] ?? {};
  const known = new Map((input.records['given'] ?? []).map((row): [string, Entry] => [row['name'] ?? '', readGiven(units, row)]));
  const free = new Set((input.documents['tables/holidays.csv']?.['rows'] ?? []).map((row) => row['day']));
  const entry = (name: string): Entry => {
    if (!known.has(name)) known.set(name, entries[name]?.(sheet));
    return known.get(name);
  };
  const cellText = (label: string): string | undefined => {
    const row = input.documents['tables/amounts-2026.csv']?.['rows']?.find((one) => one['amount'] === label);
    return row?.['all'] ?? row?.[process['category'] ?? ''];
  };
  const sheet: Sheet = {
    category: process['category'] ?? '',
    process,
    rows: (kind) => (input.records[kind] ?? []).filter((row) => counts(row, kind, process)),
    number: (name) => entry(name) as number | undefined,
    day: (name) => entry(name) as string | undefined,
    holds: (name) => entry(name) === true,
    cell: (label) => Number(cellText(label)),
    amount: (label) => cents(cellText(label)),
    tariff: () => (input.documents['tables/tariff.xlsx']?.['2026'] ?? []).map((row) => ({ top: row['up to'] === undefined ? Infinity : cents(row['up to']), rate: Number(row['rate']) })),
    isFree: (day) => free.has(day),
  };
  return sheet;
}

function readGiven({ days, counts, flags }: Units, row: Row): Entry {
  const [name = '', value = ''] = [row['name'], row['value']];
  if (flags.includes(name)) return value === 'true' ? true : undefined;
  if (days.includes(name)) return value;
  return counts.includes(name) ? Number(value) : cents(value);
}

/** Other processes, other bidders' records, withdrawn bids, cancelled lots and other years stay out. */
function counts(row: Row, kind: string, process: Row): boolean {
  const here = row['ocid'] === undefined || row['ocid'] === process['ocid'];
  const ours = kind === 'rival' || row['bidder'] === undefined || row['bidder'] === process['bidder'];
  const year = row['year'] === undefined || ['2023', '2024', '2025'].includes(row['year']);
  return here && ours && year && row['status'] !== 'withdrawn' && row['status'] !== 'cancelled';
}

/** "0.02" of the tables as a whole number of ten-thousandths. */
export function tenThousandths(rate: number): number {
  return Math.round(rate * 10_000);
}

export function isYes(cell: string | undefined): boolean {
  return ['true', 'yes', '1'].includes((cell ?? '').toLowerCase());
}

/** A full procedure: there is an excess over the threshold. */
export function isFull(sheet: Sheet): boolean {
  return (sheet.number('threshold_excess') ?? 0) > 0;
}

/** Adds the entries that apply; undefined where none does. */
export function addUp(sheet: Sheet, ...names: readonly string[]): number | undefined {
  const values = names.map((name) => sheet.number(name)).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((a, b) => a + b, 0);
}
