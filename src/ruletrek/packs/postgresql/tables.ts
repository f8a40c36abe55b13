/** Tables of the pack as documents: limits and defaults in force and superseded, lock modes and their conflicts. */
import { FILE_FORMATS } from '../../render/formats.ts';
import { textOf, type Column, type DataTable } from '../../render/table.ts';
import { textDocument, type RuleDocument } from '../documents.ts';
import { TIERS } from './facts.ts';
import { CONCURRENT_MODE_OF, CONFLICTS, MODE_OF, MODES } from './lock-modes.ts';
import { POSTGRESQL_NUMBERS, POSTGRESQL_VERSION, STALE_POSTGRESQL_VERSION } from './parameters.ts';

/** Numbers that have a label, for all tiers or by tier. */
function limits(version: string): DataTable {
  const keys = ['', ...TIERS];
  const columns: Column[] = [{ name: 'limit', type: 'text' }, ...keys.map((key): Column => ({ name: key === '' ? 'all' : key, type: 'decimal' }))];
  const rows = Object.values(POSTGRESQL_NUMBERS).flatMap(({ label, versions }) => {
    const values = versions[version] ?? versions[POSTGRESQL_VERSION]!;
    return label === undefined ? [] : [[label, ...keys.map((key) => values[key] ?? '')]];
  });
  return { name: 'limits', columns, rows };
}

function modes(): DataTable {
  const columns = ['command', 'mode', 'concurrently'].map((name): Column => ({ name, type: 'text' }));
  return { name: 'modes', columns, rows: Object.entries(MODE_OF).map(([verb, mode]) => [verb, mode, CONCURRENT_MODE_OF[verb] ?? '']) };
}

function conflicts(): DataTable {
  const columns = ['mode', ...MODES].map((name): Column => ({ name, type: 'text' }));
  return { name: 'conflicts', columns, rows: MODES.map((mode) => [mode, ...MODES.map((other) => (CONFLICTS[mode]!.includes(other) ? 'x' : ''))]) };
}

async function csvDocument(path: string, table: DataTable): Promise<RuleDocument> {
  return { ...textDocument(path, textOf((await FILE_FORMATS.csv.write([table])).bytes)), starts: [] };
}

/** tables/…: limits-2026.csv, limits-2024.csv, lock-modes.csv, lock-conflicts.csv. */
export function tableDocuments(): Promise<RuleDocument[]> {
  const versions = [POSTGRESQL_VERSION, STALE_POSTGRESQL_VERSION].map((version) => csvDocument(`tables/limits-${version}.csv`, limits(version)));
  return Promise.all([...versions, csvDocument('tables/lock-modes.csv', modes()), csvDocument('tables/lock-conflicts.csv', conflicts())]);
}
