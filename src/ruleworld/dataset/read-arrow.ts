/**
 * Opens a folder of Arrow files, ours or one that `datasets` saved again. The
 * table is a view of the files' bytes: rows become objects only when asked for.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC, type Table } from 'apache-arrow';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { Column } from './columns.ts';
import { parseJson } from './json-cell.ts';

const stateSchema = z.looseObject({ _data_files: z.array(z.looseObject({ filename: z.string() })).min(1) });

/** What ends every complete Arrow stream. */
const END_OF_STREAM = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/**
 * Reads all data files of a folder as one table that has these columns.
 *
 * @throws UserError for a missing folder or file, a truncated or foreign file,
 * and missing or mistyped columns (all of them named).
 */
export function readArrowFolder<Row>(folder: string, columns: readonly Column<Row>[]): Table {
  const tables = dataFiles(folder).map((path) => readArrowFile(path, columns));
  const [first, ...rest] = tables;
  if (first === undefined) throw new Error(`${folder}: no data files`); // excluded by stateSchema
  return first.concat(...rest);
}

function dataFiles(folder: string): string[] {
  const path = join(folder, 'state.json');
  if (!existsSync(path)) {
    throw UserError.of({
      expected: 'a data set folder with state.json and data-*.arrow',
      got: existsSync(folder) ? 'a folder without state.json' : 'no such folder',
      where: { file: folder },
      fix: 'generate the data with `dynarule generate` (format: arrow), or correct the path',
    });
  }
  const state = parseJson(readFileSync(path, 'utf8'), stateSchema, { file: path }, 'state.json of a data set');
  return state._data_files.map((file) => join(folder, file.filename));
}

function readArrowFile<Row>(path: string, columns: readonly Column<Row>[]): Table {
  const table = decode(path, readBytes(path));
  const faults = columns.flatMap((column) => columnFault(table, column));
  if (faults.length === 0) return table.select(columns.map((column) => column.name));
  throw UserError.of({
    expected: `the columns ${columns.map((column) => column.name).join(', ')}`,
    got: faults.join('; '),
    where: { file: path },
    fix: 'check that this is the right kind of table (rules or questions); see docs/dataset.md',
  });
}

function readBytes(path: string): Uint8Array {
  if (existsSync(path)) return readFileSync(path);
  throw UserError.of({
    expected: 'the Arrow file that state.json names',
    got: 'no such file',
    where: { file: path },
    fix: 'generate the data again with `dynarule generate`, or bring the missing file',
  });
}

function decode(path: string, bytes: Uint8Array): Table {
  const end = bytes.subarray(bytes.length - END_OF_STREAM.length);
  if (Buffer.compare(end, END_OF_STREAM) !== 0) throw notArrow(path, `${bytes.length} bytes without its end mark`);
  try {
    return tableFromIPC(bytes);
  } catch (cause) {
    throw notArrow(path, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function notArrow(path: string, got: string, options?: ErrorOptions): UserError {
  return UserError.of(
    {
      expected: 'a complete Arrow IPC stream',
      got: `${got}: the file is truncated or not Arrow`,
      where: { file: path },
      fix: 'generate the data again with `dynarule generate`, or copy the file again',
    },
    options,
  );
}

function columnFault<Row>(table: Table, column: Column<Row>): string[] {
  const field = table.schema.fields.find((candidate) => candidate.name === column.name);
  if (field === undefined) return [`no column ${column.name}`];
  const [expected, got] = [String(column.type), String(field.type)];
  return expected === got ? [] : [`${column.name} is ${got} and not ${expected}`];
}
