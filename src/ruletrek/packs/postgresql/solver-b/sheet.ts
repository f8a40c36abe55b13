/** Solver B, written from the documents of the pack alone: it shares no code with the rules. Entries are worked out on demand. */
import type { SolverInput } from '../../pack.ts';
import type { Row } from '../../second-solver.ts';

/** An entry of the sheet; undefined where it does not apply. Prices are in cents. */
export type Entry = number | string | true | undefined;
export type Entries = Readonly<Record<string, (sheet: Sheet) => Entry>>;

export interface Sheet {
  readonly cluster: Row;
  /** Rows of the cluster and the table under review that count. */
  rows(kind: string): readonly Row[];
  /** A field of the first row that has it, as a number. */
  field(kind: string, name: string): number | undefined;
  /** The given value, else the worked-out one. */
  number(name: string): number | undefined;
  text(name: string): string | undefined;
  holds(name: string): boolean;
  /** A number of the table of limits, for the tier or for all. */
  limit(label: string): number;
  /** A table of the documents. */
  table(path: string): readonly Row[];
}

/** Names of entries that are text or prices; all others are whole numbers. */
export interface Units {
  readonly texts: readonly string[];
  readonly prices: readonly string[];
  readonly flags: readonly string[];
}

export function openSheet({ records, documents }: SolverInput, entries: Entries, units: Units): Sheet {
  const cluster = records['cluster']?.[0] ?? {};
  const known = new Map((records['given'] ?? []).map((row): [string, Entry] => [row['name'] ?? '', readGiven(units, row)]));
  const entry = (name: string): Entry => {
    if (!known.has(name)) known.set(name, entries[name]?.(sheet));
    return known.get(name);
  };
  const table = (path: string): readonly Row[] => documents[path]?.['rows'] ?? [];
  const rows = (kind: string): readonly Row[] => (records[kind] ?? []).filter((row) => belongs(row, cluster));
  const sheet: Sheet = {
    cluster, rows, table,
    field: (kind, name) => numeric(rows(kind).find((row) => row[name] !== undefined)?.[name]),
    number: (name) => entry(name) as number | undefined,
    text: (name) => entry(name) as string | undefined,
    holds: (name) => entry(name) === true,
    limit: (label) => {
      const found = table('tables/limits-2026.csv').find((row) => row['limit'] === label);
      return Number(found?.['all'] ?? found?.[cluster['tier'] ?? '']);
    },
  };
  return sheet;
}

export function numeric(cell: string | undefined): number | undefined {
  return cell === undefined ? undefined : Number(cell);
}

function readGiven({ texts, prices, flags }: Units, row: Row): Entry {
  const [name = '', value = ''] = [row['name'], row['value']];
  if (texts.includes(name)) return value;
  if (flags.includes(name)) return value === 'true' ? true : undefined;
  return prices.includes(name) ? Math.round(Number(value) * 100) : Number(value);
}

const GONE = ['failed', 'lost', 'dropped', 'withdrawn', 'stopped'];

function belongs(row: Row, cluster: Row): boolean {
  const own = (name: string): boolean => row[name] === undefined || row[name] === cluster[name];
  return own('cluster') && own('relation') && !GONE.includes(row['state'] ?? '');
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
