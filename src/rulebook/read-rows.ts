/** The rows of a file of rules, whatever its format, each with its place. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { parse, CsvError } from 'csv-parse/sync';
import { UserError } from '../errors.ts';
import { jsonItems } from './json-items.ts';

export interface FileRow {
  readonly value: unknown;
  /** Line, from 1; in a table, row, from 1. */
  readonly line: number;
}

type Reader = (path: string) => FileRow[] | Promise<FileRow[]>;

const READERS: Readonly<Record<string, Reader>> = {
  '.jsonl': readJsonLines,
  '.json': readJsonArray,
  '.csv': readCsv,
  '.arrow': readArrow,
  '.parquet': readParquet,
};

/** @throws UserError for a missing, damaged or foreign file */
export async function readRows(path: string): Promise<FileRow[]> {
  const reader = READERS[extname(path).toLowerCase()];
  if (reader === undefined) {
    throw UserError.of({
      expected: `a file of rules: ${Object.keys(READERS).join(', ')}`,
      got: extname(path) === '' ? 'a name without an ending' : extname(path),
      where: { file: path },
      fix: 'give the file the ending of its format',
    });
  }
  return reader(path);
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw UserError.of({ expected: 'a readable file of rules', got: reason(cause), where: { file: path }, fix: 'check the path' }, { cause });
  }
}

function readText(path: string): string {
  return readBytes(path).toString('utf8').replace(/^\uFEFF/, '');
}

function readJsonLines(path: string): FileRow[] {
  const lines = readText(path).split('\n');
  return lines.flatMap((text, index) => (text.trim() === '' ? [] : [{ value: jsonLine(text, path, index + 1), line: index + 1 }]));
}

function jsonLine(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw damaged('one JSON object', { file, line }, cause);
  }
}

function readJsonArray(path: string): FileRow[] {
  const items = parsed(path, 'JSON', jsonItems);
  if (items !== null) return items;
  throw UserError.of({ expected: 'a JSON list of rules', got: 'another value', where: { file: path }, fix: 'put the rules into [ … ], or write one a line in a .jsonl file' });
}

function parsed<T>(path: string, format: string, parse: (text: string) => T): T {
  const text = readText(path);
  try {
    return parse(text);
  } catch (cause) {
    throw damaged(format, { file: path }, cause);
  }
}

/** The first line names the columns. */
function readCsv(path: string): FileRow[] {
  const text = readText(path);
  try {
    const rows = parse(text, { columns: true, info: true, skip_empty_lines: true, trim: true }) as unknown as CsvRow[];
    return rows.map(({ record, info }) => ({ value: record, line: info.lines }));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = Number((cause as unknown as { lines?: number }).lines ?? 1);
    throw damaged('comma-separated values with a line of column names', { file: path, line }, cause);
  }
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function readArrow(path: string): FileRow[] {
  const bytes = readBytes(path);
  try {
    const table = tableFromIPC(bytes);
    return Array.from({ length: table.numRows }, (_, row) => ({ value: table.get(row)?.toJSON(), line: row + 1 }));
  } catch (cause) {
    throw damaged('an Arrow file', { file: path }, cause);
  }
}

async function readParquet(path: string): Promise<FileRow[]> {
  readBytes(path); // for a message of our own where there is none
  // A database of its own that no other format needs; once loaded it stays open until the process ends.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(`SELECT * FROM read_parquet('${path.replaceAll("'", "''")}')`);
    return result.getRowObjectsJS().map((value, row) => ({ value, line: row + 1 }));
  } catch (cause) {
    throw damaged('a Parquet file', { file: path }, cause);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function damaged(expected: string, where: { readonly file: string; readonly line?: number }, cause: unknown): UserError {
  return UserError.of({ expected, got: reason(cause), where, fix: 'mend the file; docs/own-rules.md shows each format' }, { cause });
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
