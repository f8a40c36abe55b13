/** What every file format writes and reads: named tables of text cells; '' is no value. */
import type { ValueType } from '../formats/vocabulary.ts';

export interface Column {
  readonly name: string;
  readonly type: ValueType;
}

export interface DataTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** [rows][columns] */
  readonly rows: readonly (readonly string[])[];
}

/** A table that was read: each row by column name, without the cells that have no value. */
export type ReadTable = readonly Readonly<Record<string, string>>[];
export type ReadTables = Readonly<Record<string, ReadTable>>;

export interface Written {
  readonly bytes: Uint8Array;
  /** Locators of a cell, the canonical one first; rows and columns from 0. */
  places(table: string, row: number, column: number): string[];
}

/** Both ways of one file format. */
export interface FileFormat {
  write(tables: readonly DataTable[]): Promise<Written>;
  read(bytes: Uint8Array): Promise<ReadTables>;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function tableNamed(tables: readonly DataTable[], name: string): DataTable {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new RangeError(`no table ${name}`);
  return table;
}

/** A row as an object, without cells that have no value. */
export function rowObject(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.flatMap((name, i) => ((cells[i] ?? '') === '' ? [] : [[name, cells[i] as string]])));
}

/** Collects lines and remembers where a cell was written. */
export interface LineWriter {
  readonly lines: string[];
  /** Notes that the cell stands on the line that is added next. */
  mark(table: string, row: number, column: number, alias?: string): void;
  written(): Written;
}

export function lineWriter(): LineWriter {
  const lines: string[] = [];
  const marks = new Map<string, string[]>();
  return {
    lines,
    mark: (table, row, column, alias) => void marks.set(`${table}/${row}/${column}`, [`L${lines.length + 1}`, ...(alias === undefined ? [] : [alias])]),
    written: () => ({
      bytes: bytesOf(`${lines.join('\n')}\n`),
      places: (table, row, column) => marks.get(`${table}/${row}/${column}`) ?? [],
    }),
  };
}
