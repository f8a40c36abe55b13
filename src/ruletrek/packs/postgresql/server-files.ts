/**
 * The server's own files as formats: postgresql.conf (and postgresql.auto.conf), with `name = value` and units, and pg_hba.conf, with
 * one entry a line in the order of their ids. A comment names the record and the cluster to which the lines below, or the line, belong.
 */
import { lineWriter, textOf, type DataTable, type FileFormat, type ReadTables, type Written } from '../../render/table.ts';

/** Units of parameters that have one; the others are bare. */
const UNITS: Readonly<Record<string, string>> = {
  autovacuum_work_mem: 'MB', maintenance_work_mem: 'MB', max_wal_size: 'MB', max_slot_wal_keep_size: 'MB', wal_keep_size: 'MB', shared_buffers: 'MB', work_mem: 'MB',
  checkpoint_timeout: 's', max_standby_streaming_delay: 's', max_standby_archive_delay: 's', lock_timeout: 's',
};
const OWN = ['id', 'cluster'];

export const serverConf: FileFormat = {
  write: (tables) => Promise.resolve(writeServerConf(tables)),
  read: (bytes) => Promise.resolve(readServerConf(textOf(bytes))),
};

function cellOf({ columns }: DataTable, row: readonly string[], name: string): string {
  return row[columns.findIndex((column) => column.name === name)] ?? '';
}

function writeServerConf(tables: readonly DataTable[]): Written {
  const writer = lineWriter();
  for (const table of tables) {
    table.rows.forEach((row, r) => {
      writer.mark(table.name, r, table.columns.findIndex(({ name }) => name === 'cluster'));
      writer.lines.push(`# ${table.name} ${cellOf(table, row, 'id')} of cluster ${cellOf(table, row, 'cluster')}`);
      table.columns.forEach(({ name }, c) => {
        if (OWN.includes(name) || row[c] === '') return;
        writer.mark(table.name, r, c, name);
        writer.lines.push(`${name} = ${row[c]}${UNITS[name] ?? ''}`);
      });
      writer.lines.push('');
    });
  }
  return writer.written();
}

function readServerConf(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const [, kind, id, cluster, body] of text.matchAll(/^# (\w+) (\S+) of cluster (\S+)\n((?:[^#\n].*\n)*)/gm) as Iterable<[string, string, string, string, string]>) {
    const pairs = body.trimEnd().split('\n').filter((line) => line.includes(' = ')).map((line) => line.split(' = ') as [string, string]);
    const bare = pairs.map(([name, value]): [string, string] => [name, UNITS[name] === undefined ? value : value.slice(0, value.length - UNITS[name].length)]);
    (tables[kind] ??= []).push({ id, cluster, ...Object.fromEntries(bare) });
  }
  return tables;
}

export const hbaConf: FileFormat = {
  write: ([table]) => Promise.resolve(writeHba(table as DataTable)),
  read: (bytes) => Promise.resolve({ hba: readHba(textOf(bytes)) }),
};

function writeHba(table: DataTable): Written {
  const writer = lineWriter();
  const column = (name: string): number => table.columns.findIndex((one) => one.name === name);
  const place = (row: readonly string[]): number => Number(cellOf(table, row, 'id').split('-')[1]);
  const order = table.rows.map((row, r) => ({ row, r })).sort((a, b) => place(a.row) - place(b.row));
  writer.lines.push('# TYPE DATABASE USER ADDRESS METHOD');
  for (const { row, r } of order) {
    writer.mark(table.name, r, column('entry'));
    writer.mark(table.name, r, column('cluster'));
    writer.lines.push(`${cellOf(table, row, 'entry')} # ${cellOf(table, row, 'id')} of cluster ${cellOf(table, row, 'cluster')}`);
  }
  return writer.written();
}

function readHba(text: string): Record<string, string>[] {
  return [...text.matchAll(/^([^#\n]+?) # (\S+) of cluster (\S+)$/gm)].map(([, entry = '', id = '', cluster = '']) => ({ id, cluster, entry }));
}
