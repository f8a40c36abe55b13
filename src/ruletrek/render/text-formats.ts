/** csv, Markdown tables, JSON, YAML: text formats that hold tables. */
import { parse as parseCsv } from 'csv-parse/sync';
import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { parse as parseYaml } from 'yaml';
import { lineWriter, rowObject, textOf, type DataTable, type FileFormat, type LineWriter, type ReadTables, type Written } from './table.ts';

/** One table; its name is not in the file, and is read as `rows`. */
export const csv: FileFormat = {
  write: ([table]) => Promise.resolve(writeCsv(table as DataTable)),
  read: (bytes) => Promise.resolve({ rows: readCsv(bytes) }),
};

function writeCsv(table: DataTable): Written {
  const writer = lineWriter();
  writer.lines.push(csvLine(table.columns.map(({ name }) => name)));
  table.rows.forEach((row, r) => {
    row.forEach((_cell, c) => writer.mark(table.name, r, c));
    writer.lines.push(csvLine(row));
  });
  return writer.written();
}

function csvLine(cells: readonly string[]): string {
  return stringifyCsv([[...cells]]).trimEnd();
}

function readCsv(bytes: Uint8Array): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(textOf(bytes)) as string[][];
  return rows.map((row) => rowObject(header, row));
}

/** A heading and a pipe table for each table. */
export const markdown: FileFormat = {
  write: (tables) => Promise.resolve(writeMarkdown(tables)),
  read: (bytes) => Promise.resolve(readMarkdown(textOf(bytes))),
};

function writeMarkdown(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const { name, columns, rows } of tables) {
    writer.lines.push(`## ${name}`, '', pipes(columns.map((column) => column.name)), pipes(columns.map(() => '---')));
    rows.forEach((row, r) => {
      row.forEach((_cell, c) => writer.mark(name, r, c));
      writer.lines.push(pipes(row));
    });
    writer.lines.push('');
  }
  return writer.written();
}

function pipes(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function readMarkdown(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const section of text.split(/^## /m).slice(1)) {
    const [name = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()));
    const [header = [], , ...body] = rows;
    tables[name.trim()] = body.map((row) => rowObject(header, row));
  }
  return tables;
}

/** `{ "table": [ { "column": "cell" } ] }`, one cell a line. */
export const json: FileFormat = {
  write: (tables) => Promise.resolve(writeNested(tables, { open: '{', close: '}', table: (name) => `  ${JSON.stringify(name)}: [`, end: '  ]', rowOpen: '    {', rowClose: '    }', cell: (key, value) => `      ${JSON.stringify(key)}: ${value}`, comma: ',' })),
  read: (bytes) => Promise.resolve(nestedTables(JSON.parse(textOf(bytes)))),
};

/** The same as YAML, with `-` before each row. */
export const yaml: FileFormat = {
  write: (tables) => Promise.resolve(writeNested(tables, { open: null, close: null, table: (name) => `${name}:`, end: null, rowOpen: '  -', rowClose: null, cell: (key, value) => `    ${key}: ${value}`, comma: '' })),
  read: (bytes) => Promise.resolve(nestedTables(parseYaml(textOf(bytes), { schema: 'failsafe' }))),
};

/** The lines of which a nested file is made; null for a line that the format does not have. */
interface NestedStyle {
  readonly open: string | null;
  readonly close: string | null;
  readonly table: (name: string) => string;
  readonly end: string | null;
  readonly rowOpen: string;
  readonly rowClose: string | null;
  readonly cell: (key: string, value: string) => string;
  readonly comma: string;
}

function writeNested(tables: readonly DataTable[], style: NestedStyle): Written {
  const writer = lineWriter();
  const push = (line: string | null, last = true): void => void (line === null || writer.lines.push(last ? line : line + style.comma));
  push(style.open);
  tables.forEach((table, t) => {
    push(style.table(table.name));
    table.rows.forEach((_row, r) => {
      push(style.rowOpen);
      writeCells(writer, table, r, style);
      push(style.rowClose, r === table.rows.length - 1);
    });
    push(style.end, t === tables.length - 1);
  });
  push(style.close);
  return writer.written();
}

function writeCells(writer: LineWriter, { name, columns, rows }: DataTable, r: number, style: NestedStyle): void {
  const cells = columns.map((column, c) => ({ column, c, cell: rows[r]![c]! })).filter(({ cell }) => cell !== '');
  cells.forEach(({ column, c, cell }, i) => {
    writer.mark(name, r, c, `${name}.${r}.${column.name}`);
    const bare = ['money', 'integer', 'decimal', 'boolean'].includes(column.type);
    writer.lines.push(style.cell(column.name, bare ? cell : JSON.stringify(cell)) + (i === cells.length - 1 ? '' : style.comma));
  });
}

function nestedTables(value: unknown): ReadTables {
  const text = (row: object): Record<string, string> => Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, String(cell)]));
  return Object.fromEntries(Object.entries(value as object).map(([name, rows]) => [name, (rows as object[]).map(text)]));
}
