/** Parquet through DuckDB, which reads lines of JSON and has the writer built in. */
import { rmSync, writeFileSync } from 'node:fs';
import type { Column } from './columns.ts';

/** Writes lines of JSON as a Parquet file with the columns' types; one thread keeps the bytes the same. */
export async function writeParquet<Row>(path: string, columns: readonly Column<Row>[], lines: string): Promise<void> {
  const source = `${path}.lines`;
  writeFileSync(source, lines);
  // Loaded where it is needed: it stays open until the process ends.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run(copyStatement(source, path, columns));
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(source);
  }
}

function copyStatement<Row>(source: string, path: string, columns: readonly Column<Row>[]): string {
  const types = columns.map((column) => `${column.name}: ${quote(column.sql)}`).join(', ');
  const read = `SELECT * FROM read_json(${quote(source)}, format = 'newline_delimited', columns = {${types}})`;
  return `COPY (${read}) TO ${quote(path)} (FORMAT parquet, COMPRESSION zstd)`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
