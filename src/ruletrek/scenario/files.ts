/** A scenario as files by a layout, and the way back: files → rows → facts. */
import type { Random } from '../../random.ts';
import { factId, GIVEN, type Facts, type FactRecord, type FactTypes, type Value } from '../core/facts.ts';
import { expectValue, toJson } from '../core/values.ts';
import type { EvidenceFact } from '../formats/gold.ts';
import type { ValueType } from '../formats/vocabulary.ts';
import type { LayoutFile, Pack } from '../packs/pack.ts';
import { typeOf } from '../packs/pack.ts';
import { formatOf } from '../render/formats.ts';
import type { Column, DataTable, ReadTables } from '../render/table.ts';

export interface RenderedScenario {
  /** Path below the workspace → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Fact id → where it stands. */
  readonly places: ReadonlyMap<string, EvidenceFact>;
}

/** Writes every kind that the scenario has into the file that the layout names, rows in random order. */
export async function renderScenario(pack: Pack, random: Random, facts: Facts, layout: readonly LayoutFile[]): Promise<RenderedScenario> {
  const files = new Map<string, Uint8Array>();
  const places = new Map<string, EvidenceFact>();
  for (const { path, kinds, format } of layout) {
    const sheets = kinds.flatMap((kind) => sheetOf(pack, random, facts, kind));
    if (sheets.length === 0) continue;
    const written = await (format ?? formatOf(path)).write(sheets.map(({ table }) => table));
    files.set(path, written.bytes);
    for (const { table, cells } of sheets) {
      for (const { id, row, column, type, value } of cells) {
        places.set(id, { id, file: path, locators: written.places(table.name, row, column), type, value: toJson(value) });
      }
    }
  }
  return { files, places };
}

/** Rows of all files by kind, as text. */
export async function readRecords(files: ReadonlyMap<string, Uint8Array>, layout: readonly LayoutFile[]): Promise<ReadTables> {
  const records: Record<string, ReadTables[string]> = {};
  for (const { path, kinds, format } of layout) {
    const bytes = files.get(path);
    if (bytes === undefined) continue;
    const tables = await (format ?? formatOf(path)).read(bytes);
    for (const kind of kinds) {
      const table = tables[path.endsWith('.csv') ? 'rows' : kind];
      if (table !== undefined) records[kind] = table;
    }
  }
  return records;
}

/** Typed facts of rows that were read. */
export function factsFrom(pack: Pack, records: ReadTables): Facts {
  return Object.entries(records).flatMap(([kind, rows]) => (kind === GIVEN ? [givenRecord(pack, rows)] : rows.map((row) => recordOf(pack.set.types, kind, row))));
}

interface Cell {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly type: ValueType;
  readonly value: Value;
}

interface Sheet {
  readonly table: DataTable;
  readonly cells: readonly Cell[];
}

function sheetOf(pack: Pack, random: Random, facts: Facts, kind: string): Sheet[] {
  const records = random.shuffle(facts.filter((record) => record.kind === kind));
  if (records.length === 0) return [];
  return [kind === GIVEN ? givenSheet(pack, records) : kindSheet(pack.set.types[kind] ?? {}, kind, records)];
}

function kindSheet(types: Readonly<Record<string, ValueType>>, kind: string, records: readonly FactRecord[]): Sheet {
  const names = Object.keys(types).filter((name) => records.some(({ fields }) => fields[name] !== undefined));
  const columns: Column[] = [{ name: 'id', type: 'text' }, ...names.map((name): Column => ({ name, type: types[name]! }))];
  const rows = records.map(({ subject, fields }) => [subject, ...names.map((name) => cellText(fields[name]))]);
  const cells = records.flatMap(({ subject, fields }, row) => names.flatMap((name, i): Cell[] => {
    const value = fields[name];
    return value === undefined ? [] : [{ id: factId(subject, name), row, column: i + 1, type: types[name]!, value }];
  }));
  return { table: { name: kind, columns, rows }, cells };
}

function givenSheet(pack: Pack, records: readonly FactRecord[]): Sheet {
  const entries = records.flatMap(({ fields }) => Object.entries(fields));
  const bare = entries.every(([, value]) => typeof value !== 'string');
  const columns: Column[] = [{ name: 'name', type: 'text' }, { name: 'value', type: bare ? 'money' : 'text' }];
  const rows = entries.map(([name, value]) => [name, cellText(value)]);
  const cells = entries.map(([name, value], row): Cell => ({ id: factId(GIVEN, name), row, column: 1, type: typeOf(pack.set.rules, name), value }));
  return { table: { name: GIVEN, columns, rows }, cells };
}

function cellText(value: Value | undefined): string {
  return value === undefined ? '' : String(toJson(value));
}

function recordOf(types: FactTypes, kind: string, row: Readonly<Record<string, string>>): FactRecord {
  const own = Object.entries(types[kind] ?? {}).filter(([name]) => row[name] !== undefined);
  const fields = own.map(([name, type]): [string, Value] => [name, expectValue(type, row[name]!, `${kind}.${name}`)]);
  return { subject: row['id'] ?? kind, kind, fields: Object.fromEntries(fields) };
}

function givenRecord(pack: Pack, rows: readonly Readonly<Record<string, string>>[]): FactRecord {
  const fields = rows.map((row): [string, Value] => {
    const name = row['name'] ?? '';
    return [name, expectValue(typeOf(pack.set.rules, name), row['value'] ?? '', name)];
  });
  return { subject: GIVEN, kind: GIVEN, fields: Object.fromEntries(fields) };
}
