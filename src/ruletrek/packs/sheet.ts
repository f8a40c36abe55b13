/** The sheet of a second solver: entries are worked out on demand from rows and tables as text. No rule shares code with it. */
import type { SolverInput } from './pack.ts';
import type { Row } from './second-solver.ts';

/** An entry of the sheet; undefined where it does not apply. Prices are in cents. */
export type Entry = number | string | true | undefined;
export type Entries = Readonly<Record<string, (sheet: Sheet) => Entry>>;

export interface Sheet {
  /** The record of what the scenario is about. */
  readonly root: Row;
  /** Rows that belong to it and count. */
  rows(kind: string): readonly Row[];
  /** A field of the first row that has it, as a number. */
  field(kind: string, name: string): number | undefined;
  /** The given value, else the worked-out one. */
  number(name: string): number | undefined;
  text(name: string): string | undefined;
  holds(name: string): boolean;
  /** A number of the table of limits, for the key of the root or for all. */
  limit(label: string): number;
  /** A table of the documents. */
  table(path: string): readonly Row[];
}

/** What a sheet must know of its pack. */
export interface SheetForm {
  /** Kind of the root's record, the fields of it that other records repeat, and the one by which limits differ. */
  readonly root: string;
  readonly owners: readonly string[];
  readonly key: string;
  /** States in which a record counts for nothing. */
  readonly gone: readonly string[];
  /** Path of the table of limits. */
  readonly limits: string;
  /** Names of entries that are text, prices or flags; all others are whole numbers. */
  readonly texts: readonly string[];
  readonly prices: readonly string[];
  readonly flags: readonly string[];
}

export function openSheet({ records, documents }: SolverInput, entries: Entries, form: SheetForm): Sheet {
  const root = records[form.root]?.[0] ?? {};
  const known = new Map((records['given'] ?? []).map((row): [string, Entry] => [row['name'] ?? '', readGiven(form, row)]));
  const entry = (name: string): Entry => {
    if (!known.has(name)) known.set(name, entries[name]?.(sheet));
    return known.get(name);
  };
  const table = (path: string): readonly Row[] => documents[path]?.['rows'] ?? [];
  const rows = (kind: string): readonly Row[] => (records[kind] ?? []).filter((row) => belongs(form, row, root));
  const sheet: Sheet = {
    root, rows, table,
    field: (kind, name) => numeric(rows(kind).find((row) => row[name] !== undefined)?.[name]),
    number: (name) => entry(name) as number | undefined,
    text: (name) => entry(name) as string | undefined,
    holds: (name) => entry(name) === true,
    limit: (label) => {
      const found = table(form.limits).find((row) => row['limit'] === label);
      return Number(found?.['all'] ?? found?.[root[form.key] ?? '']);
    },
  };
  return sheet;
}

/** All entries that apply, in the form of answer.json. */
export function solveSheet(input: SolverInput, entries: Entries, form: SheetForm): Readonly<Record<string, string | number | true>> {
  const sheet = openSheet(input, entries, form);
  return Object.fromEntries(Object.keys(entries).flatMap((name) => {
    const value = sheet.holds(name) ? true : sheet.number(name);
    return value === undefined ? [] : [[name, form.prices.includes(name) ? (value as number / 100).toFixed(2) : value]];
  }));
}

export function numeric(cell: string | undefined): number | undefined {
  return cell === undefined ? undefined : Number(cell);
}

function readGiven({ texts, prices, flags }: SheetForm, row: Row): Entry {
  const [name = '', value = ''] = [row['name'], row['value']];
  if (texts.includes(name)) return value;
  if (flags.includes(name)) return value === 'true' ? true : undefined;
  return prices.includes(name) ? Math.round(Number(value) * 100) : Number(value);
}

function belongs({ owners, gone }: SheetForm, row: Row, root: Row): boolean {
  return owners.every((name) => row[name] === undefined || row[name] === root[name]) && !gone.includes(row['state'] ?? '');
}
/** Works an entry out from others that must all be there. */
export function from(names: readonly string[], entry: (...values: number[]) => Entry): (sheet: Sheet) => Entry {
  return (sheet) => {
    const values = names.map((name) => sheet.number(name));
    return values.some((value) => value === undefined) ? undefined : entry(...(values as number[]));
  };
}

/** A field of a kind as it stands. */
export function copied(kind: string, name: string): (sheet: Sheet) => Entry {
  return (sheet) => sheet.field(kind, name);
}

/** The sum of the entries that apply, of which there must be so many. */
export function added(least: number, ...names: readonly string[]): (sheet: Sheet) => Entry {
  return (sheet) => {
    const values = names.map((name) => sheet.number(name)).filter((value) => value !== undefined);
    return values.length < least ? undefined : values.reduce((a, b) => a + b, 0);
  };
}

/** The difference where it is positive. */
export function over(value: number | undefined, bound: number | undefined): number | undefined {
  return value !== undefined && bound !== undefined && value > bound ? value - bound : undefined;
}

/** The first entry that applies. */
export function firstOf(...names: readonly string[]): (sheet: Sheet) => Entry {
  return (sheet) => names.map((name) => sheet.number(name) ?? undefined).find((value) => value !== undefined);
}

/** a × b / c without the fraction, exact. */
export function exact(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

export function highest(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : [...values].sort((a, b) => b - a)[0];
}

export function isTrue(cell: string | undefined): boolean {
  return (cell ?? '').toLowerCase() === 'true';
}

const MINUTE = 60_000;

/** A time so many minutes later. */
export function later(time: string | undefined, minutes: number | undefined): string | undefined {
  if (time === undefined || minutes === undefined) return undefined;
  return new Date(Date.parse(time) + minutes * MINUTE).toISOString().replace('.000Z', 'Z');
}

/** A day so many days later. */
export function dayLater(day: string, days: number): string {
  return later(`${day.slice(0, 10)}T00:00:00Z`, days * 1440)!.slice(0, 10);
}
