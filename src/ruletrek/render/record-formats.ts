/** conf, log, JSON lines and mail: text formats that hold one record after another. */
import { lineWriter, textOf, type DataTable, type FileFormat, type ReadTables, type Written } from './table.ts';

/** Cells of a row that have a value. */
function cellsOf({ columns }: DataTable, row: readonly string[]): { name: string; c: number; cell: string }[] {
  return columns.map(({ name }, c) => ({ name, c, cell: row[c] ?? '' })).filter(({ cell }) => cell !== '');
}

function add(tables: Record<string, Record<string, string>[]>, name: string, row: Record<string, string>): void {
  (tables[name] ??= []).push(row);
}

/** `[table number]` and one `key = value` a line. */
export const conf: FileFormat = {
  write: (tables) => Promise.resolve(writeConf(tables)),
  read: (bytes) => Promise.resolve(readConf(textOf(bytes))),
};

function writeConf(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      writer.lines.push(`[${table.name} ${r + 1}]`);
      for (const { name, c, cell } of cellsOf(table, row)) {
        writer.mark(table.name, r, c, `${table.name}.${r}.${name}`);
        writer.lines.push(`${name} = ${cell}`);
      }
      writer.lines.push('');
    });
  }
  return writer.written();
}

function readConf(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const section of text.split(/^\[/m).slice(1)) {
    const [head = '', ...lines] = section.split('\n');
    const pairs = lines.filter((line) => line.includes(' = ')).map((line) => line.split(' = ') as [string, string]);
    add(tables, head.split(' ')[0] as string, Object.fromEntries(pairs));
  }
  return tables;
}

/**
 * One line a record: its own time where the table has a column `time`, else that of an import; the table, `key=value` pairs;
 * values with spaces in quotes.
 */
export const log: FileFormat = {
  write: (tables) => Promise.resolve(writeLog(tables)),
  read: (bytes) => Promise.resolve(readLog(textOf(bytes))),
};

/** Imports are a minute apart. */
const LOG_START = Date.UTC(2026, 1, 2, 8, 0);
const TIME_COLUMN = 'time';

function writeLog(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      const cells = cellsOf(table, row);
      for (const { c } of cells) writer.mark(table.name, r, c);
      const own = cells.find(({ name }) => name === TIME_COLUMN)?.cell;
      const pairs = cells.filter(({ name }) => name !== TIME_COLUMN).map(({ name, cell }) => `${name}=${/\s/.test(cell) ? JSON.stringify(cell) : cell}`);
      const head = own ?? `${new Date(LOG_START + writer.lines.length * 60_000).toISOString()} INFO import`;
      writer.lines.push(`${head} ${table.name}: ${pairs.join(' ')}`);
    });
  }
  return writer.written();
}

function readLog(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const line of text.trimEnd().split('\n')) {
    const match = /^(\S+) (INFO import )?(\w+): (.*)$/.exec(line);
    if (match === null) continue;
    const [, time, imported, name, body] = match as unknown as [string, string, string | undefined, string, string];
    const pairs = [...body.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, key, value]) => [key, value!.replaceAll('"', '')] as [string, string]);
    add(tables, name, { ...(imported === undefined ? { [TIME_COLUMN]: time } : {}), ...Object.fromEntries(pairs) });
  }
  return tables;
}

/** One JSON object a line, its table under `record`, as sensors and audit logs write it. */
export const jsonl: FileFormat = {
  write: (tables) => Promise.resolve(writeJsonl(tables)),
  read: (bytes) => Promise.resolve(readJsonl(textOf(bytes))),
};

function writeJsonl(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      const cells = cellsOf(table, row);
      for (const { c } of cells) writer.mark(table.name, r, c);
      writer.lines.push(JSON.stringify({ record: table.name, ...Object.fromEntries(cells.map(({ name, c, cell }) => [name, table.columns[c]!.type === 'integer' ? Number(cell) : cell])) }));
    });
  }
  return writer.written();
}

function readJsonl(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const line of text.trimEnd().split('\n')) {
    const { record, ...cells } = JSON.parse(line) as Record<string, unknown>;
    add(tables, String(record), Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, String(cell)])));
  }
  return tables;
}

/** A mail with a block of `key: value` lines for each record. */
export const eml: FileFormat = {
  write: (tables) => Promise.resolve(writeEml(tables)),
  read: (bytes) => Promise.resolve(readEml(textOf(bytes))),
};

function writeEml(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  writer.lines.push(
    'From: office@sender.example', 'To: records@desk.example', `Subject: ${tables.map(({ name }) => name).join(', ')}`,
    'Date: Mon, 02 Feb 2026 09:30:00 +0000', 'Content-Type: text/plain; charset=utf-8', '', 'Below is what you asked for, record by record.', '',
  );
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      writer.lines.push(`* ${table.name}`);
      for (const { name, c, cell } of cellsOf(table, row)) {
        writer.mark(table.name, r, c);
        writer.lines.push(`  ${name}: ${cell}`);
      }
      writer.lines.push('');
    });
  }
  return writer.written();
}

function readEml(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  const body = text.slice(text.indexOf('\n\n'));
  for (const block of body.split(/^\* /m).slice(1)) {
    const [name = '', ...lines] = block.split('\n');
    const pairs = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(': ') as [string, string]);
    add(tables, name.trim(), Object.fromEntries(pairs));
  }
  return tables;
}
