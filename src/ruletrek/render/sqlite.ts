/** SQLite databases by sql.js, whose output is stable byte for byte. */
import initSqlJs, { type SqlJsStatic } from 'sql.js';
import type { DataTable, FileFormat, ReadTables, Written } from './table.ts';
import { rowObject } from './table.ts';

export const sqlite: FileFormat = { write: writeSqlite, read: readSqlite };

let library: Promise<SqlJsStatic> | undefined;

/** The WebAssembly module is loaded once. */
function sql(): Promise<SqlJsStatic> {
  library ??= initSqlJs();
  return library;
}

async function writeSqlite(tables: readonly DataTable[]): Promise<Written> {
  const database = new (await sql()).Database();
  for (const { name, columns, rows } of tables) {
    database.run(`CREATE TABLE "${name}" (${columns.map((column) => `"${column.name}" ${column.type === 'integer' ? 'INTEGER' : 'TEXT'}`).join(', ')})`);
    const marks = columns.map(() => '?').join(', ');
    for (const row of rows) database.run(`INSERT INTO "${name}" VALUES (${marks})`, row.map((cell) => (cell === '' ? null : cell)));
  }
  const bytes = database.export();
  database.close();
  const columnsOf = new Map(tables.map((table) => [table.name, table.columns]));
  return { bytes, places: (table, row, column) => [`${table}#${row + 1}.${columnsOf.get(table)?.[column]?.name}`] };
}

async function readSqlite(bytes: Uint8Array): Promise<ReadTables> {
  const database = new (await sql()).Database(bytes);
  const names = database.exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")[0]?.values.map(([name]) => String(name)) ?? [];
  const tables = names.map((name): [string, Record<string, string>[]] => {
    const [result] = database.exec(`SELECT * FROM "${name}" ORDER BY rowid`);
    return [name, (result?.values ?? []).map((row) => rowObject(result!.columns, row.map((cell) => (cell === null ? '' : String(cell)))))];
  });
  database.close();
  return Object.fromEntries(tables);
}
