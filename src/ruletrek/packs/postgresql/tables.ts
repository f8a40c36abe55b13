/** Tables of the pack as documents: limits and defaults in force and superseded, lock modes and their conflicts. */
import type { Column, DataTable } from '../../render/table.ts';
import type { RuleDocument } from '../documents.ts';
import { csvDocument, limitTable } from '../tables.ts';
import { TIERS } from './facts.ts';
import { CONCURRENT_MODE_OF, CONFLICTS, MODE_OF, MODES } from './lock-modes.ts';
import { POSTGRESQL_NUMBERS, POSTGRESQL_VERSION, STALE_POSTGRESQL_VERSION } from './parameters.ts';

function modes(): DataTable {
  const columns = ['command', 'mode', 'concurrently'].map((name): Column => ({ name, type: 'text' }));
  return { name: 'modes', columns, rows: Object.entries(MODE_OF).map(([verb, mode]) => [verb, mode, CONCURRENT_MODE_OF[verb] ?? '']) };
}

function conflicts(): DataTable {
  const columns = ['mode', ...MODES].map((name): Column => ({ name, type: 'text' }));
  return { name: 'conflicts', columns, rows: MODES.map((mode) => [mode, ...MODES.map((other) => (CONFLICTS[mode]!.includes(other) ? 'x' : ''))]) };
}

/** tables/…: limits-2026.csv, limits-2024.csv, lock-modes.csv, lock-conflicts.csv. */
export function tableDocuments(): Promise<RuleDocument[]> {
  const versions = [POSTGRESQL_VERSION, STALE_POSTGRESQL_VERSION].map((version) => csvDocument(`tables/limits-${version}.csv`, limitTable(POSTGRESQL_NUMBERS, { version, fallback: POSTGRESQL_VERSION, keys: TIERS })));
  return Promise.all([...versions, csvDocument('tables/lock-modes.csv', modes()), csvDocument('tables/lock-conflicts.csv', conflicts())]);
}
