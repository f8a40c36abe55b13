/** Records and files that look as if they mattered: other clusters, other tables, failed backups, lost slots. */
import type { Random } from '../../../random.ts';
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import { copiesOutOfScope, openNumbers } from '../out-of-scope.ts';
import type { Ranges } from '../ranges.ts';
import { clusterName, relationName } from './draw.ts';
import { POSTGRESQL_FACTS } from './facts.ts';

/** Kinds that have a state, and the one in which they count for nothing. */
const OUT: Readonly<Record<string, string>> = {
  freeze_age: 'dropped', xmin_holder: 'stopped', slot: 'lost', pool: 'stopped', replica: 'stopped', acknowledgement: 'stopped', request: 'withdrawn', full_backup: 'failed', diff_backup: 'failed',
};

/** Copies of records with other numbers, moved out of scope. */
export function distract(random: Random, facts: Facts): FactRecord[] {
  return copiesOutOfScope(random, facts, 'cluster', (record, subject) => outOfScope(random, record, subject));
}

function outOfScope(random: Random, record: FactRecord, subject: string): FactRecord {
  const fields = Object.fromEntries(Object.entries(record.fields).map(([name, value]) => [name, altered(random, value)]));
  const out = OUT[record.kind];
  if (out !== undefined && random.chance(0.5)) return { ...record, subject, fields: { ...fields, state: out } };
  const otherTable = fields['relation'] !== undefined && random.chance(0.5);
  return { ...record, subject, fields: { ...fields, ...(otherTable ? { relation: relationName(random) } : { cluster: clusterName(random) }) } };
}

function altered(random: Random, value: Value): Value {
  return typeof value === 'number' ? Math.floor((value * random.integer(60, 140)) / 100) : value;
}

/** Plausible numbers for the fields that a row leaves open. */
const OPEN: Ranges = {
  version: [15, 18], ram_mb: [32_000, 256_000], flush_ms: [1, 9], query_rate: [40, 900], maintenance_work_mem: [256, 2048], shared_buffers: [4096, 32_768], work_mem: [4, 64],
  max_connections: [100, 400], wal_keep_size: [512, 4096], checkpoint_timeout: [300, 1800], pages: [2_000_000, 9_000_000], size_mb: [20_000, 400_000], modified: [1000, 900_000], quota_mb: [4_000_000, 9_000_000],
};

export function fill(random: Random, facts: Facts): FactRecord[] {
  return openNumbers(random, facts, POSTGRESQL_FACTS, OPEN);
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const calls = Array.from({ length: random.integer(3, 6) }, (_, i) => `2026-0${i + 3}-0${random.integer(1, 9)},${random.pick(['primary', 'secondary'])},${random.pick(['disk', 'page', 'question', 'drill'])}`);
  const notes = ['# Notes of the database team', '', `- Rack ${random.integer(11, 48)} gets new power supplies.`, '- Dashboards have moved to the new folder.', '- The course on query plans is repeated in spring.'];
  return [
    { path: 'misc/on-call.csv', text: `${['day,shift,reason', ...calls].join('\n')}\n` },
    { path: 'misc/team-notes.md', text: `${notes.join('\n')}\n` },
  ];
}
