/** One data file in one of the three formats. */
import { writeFileSync } from 'node:fs';
import { plainRow, type Column } from './columns.ts';
import { encodeArrow } from './write-arrow.ts';
import { writeParquet } from './write-parquet.ts';

/** Formats of a data set; only Arrow is read back by this project, the others are for other programs. */
export const FORMATS = ['arrow', 'parquet', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** Writes rows into a file; `config` is kept in Arrow's metadata. */
export async function writeDataFile<Row>(
  path: string,
  format: Format,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  config: object,
): Promise<void> {
  if (format === 'arrow') writeFileSync(path, encodeArrow(columns, rows, config));
  else if (format === 'jsonl') writeFileSync(path, jsonLines(columns, rows));
  else await writeParquet(path, columns, jsonLines(columns, rows));
}

function jsonLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(plainRow(columns, row))}\n`).join('');
}
