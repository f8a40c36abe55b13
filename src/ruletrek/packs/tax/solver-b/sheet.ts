/**
 * Solver B, written from the documents of the pack alone: it shares no code with the rules. Lines are worked out
 * on demand, as on a form.
 */
import type { SolverInput } from '../../pack.ts';
import { cents, sum, type Row } from '../../second-solver.ts';

export { cents, column, share, sum, type Row } from '../../second-solver.ts';

/** A line of the form; undefined where it does not apply. */
export type Line = number | undefined;

export interface Sheet {
  readonly status: string;
  /** Rows that belong to the return. */
  rows(kind: string): readonly Row[];
  people(): readonly Row[];
  flag(name: string): boolean;
  /** The given value, else the worked-out one. */
  line(name: string): Line;
  /** An amount of the tables in cents, for the status or, where the table has one column, for all. */
  amount(name: string): number;
  /** A cell of the earned income credit's table: cents or a rate. */
  creditCell(name: string, children: number): number;
  /** Upper ends of the brackets in cents (Infinity for the last) and their rates in percent. */
  brackets(): readonly { readonly top: number; readonly percent: number }[];
}

/** How a line is worked out. */
export type Lines = Readonly<Record<string, (sheet: Sheet) => Line>>;

export function openSheet(input: SolverInput, lines: Lines): Sheet {
  const household = input.records['return']?.[0] ?? {};
  const status = household['status'] ?? '';
  const owners = status === 'joint' ? ['taxpayer', 'spouse'] : ['taxpayer'];
  const known = new Map<string, Line>((input.records['given'] ?? []).map((row) => [row['name'] ?? '', givenValue(row['name'] ?? '', row['value'] ?? '')]));
  const sheet: Sheet = {
    status,
    rows: (kind) => (input.records[kind] ?? []).filter((row) => owners.includes(row['owner'] ?? '') && inYear(row)),
    people: () => input.records['person'] ?? [],
    flag: (name) => ['true', '1', 'yes'].includes((household[name] ?? '').toLowerCase()),
    line: (name) => {
      if (!known.has(name)) known.set(name, lines[name]?.(sheet));
      return known.get(name);
    },
    amount: (name) => tableAmount(input, name, status),
    creditCell: (name, children) => creditCell(input, name, children),
    brackets: () => readBrackets(input, status),
  };
  return sheet;
}

/** Lines that count persons or percent instead of money. */
export const COUNTS = ['qualifying_children', 'other_dependents', 'eitc_children', 'care_percent'];

function givenValue(name: string, text: string): number {
  return COUNTS.includes(name) ? Number(text) : cents(text);
}

/** Payments are judged by their own window. */
function inYear(row: Row): boolean {
  const stamp = row['year'] ?? row['sold'] ?? (row['entry'] === undefined ? '2025' : row['date']);
  return (stamp ?? '').startsWith('2025');
}

/** Adds the lines that apply; undefined where none does. */
export function addLines(sheet: Sheet, ...names: readonly string[]): Line {
  const values = names.map((name) => sheet.line(name)).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : sum(values);
}

/** Age on the last day of 2025: birthdays of the year have all been. */
export function age(person: Row): number {
  return 2025 - Number((person['born'] ?? '2025').slice(0, 4));
}

function tableAmount(input: SolverInput, name: string, status: string): number {
  const row = input.documents['tables/amounts-2025.csv']?.['rows']?.find((one) => one['amount'] === name);
  return cents(row?.['all'] ?? row?.[status]);
}

function creditCell(input: SolverInput, name: string, children: number): number {
  const row = input.documents['tables/earned-income-credit-2025.csv']?.['rows']?.find((one) => one['amount'] === name);
  const cell = row?.[String(children)];
  return name.endsWith('rate') ? Math.round(Number(cell) * 10_000) : cents(cell);
}

function readBrackets(input: SolverInput, status: string): { top: number; percent: number }[] {
  const rows = input.documents['tables/brackets.xlsx']?.['2025'] ?? [];
  return rows.map((row) => ({ top: row[status] === undefined ? Infinity : cents(row[status]), percent: Math.round(Number(row['rate']) * 100) }));
}
