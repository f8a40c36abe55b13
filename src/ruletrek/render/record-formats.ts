/** conf, log and mail: text formats that hold one record after another. */
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

/** One line a record: a time, a level, the table, `key=value` pairs; values with spaces in quotes. */
export const log: FileFormat = {
  write: (tables) => Promise.resolve(writeLog(tables)),
  read: (bytes) => Promise.resolve(readLog(textOf(bytes))),
};

/** Records of a log are a minute apart. */
const LOG_START = Date.UTC(2026, 1, 2, 8, 0);

function writeLog(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      const cells = cellsOf(table, row);
      for (const { c } of cells) writer.mark(table.name, r, c);
      const time = new Date(LOG_START + writer.lines.length * 60_000).toISOString();
      const pairs = cells.map(({ name, cell }) => `${name}=${/\s/.test(cell) ? JSON.stringify(cell) : cell}`);
      writer.lines.push(`${time} INFO import ${table.name}: ${pairs.join(' ')}`);
    });
  }
  return writer.written();
}

function readLog(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const line of text.trimEnd().split('\n')) {
    const match = /^\S+ INFO import (\w+): (.*)$/.exec(line);
    if (match === null) continue;
    const pairs = [...match[2]!.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, key, value]) => [key, value!.replaceAll('"', '')] as [string, string]);
    add(tables, match[1] as string, Object.fromEntries(pairs));
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
    'From: office@client.example', 'To: returns@preparer.example', `Subject: ${tables.map(({ name }) => name).join(', ')}`,
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
