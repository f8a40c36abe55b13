/** Drawing facts of a cluster so that a rule binds. */
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import type { Binder } from '../../core/rule.ts';
import type { Random } from '../../../random.ts';
import { dateOfDay, dayNumber, secondsOf, timeOfSeconds } from '../../core/dates.ts';
import { drawsFrom, type Ranges } from '../ranges.ts';
import { recordsOwnedBy } from '../records.ts';
import { POSTGRESQL_FACTS, TIERS } from './facts.ts';
import { numberOf } from './parameters.ts';

const SYSTEMS = ['orders', 'billing', 'ledger', 'catalog', 'booking', 'claims', 'fleet', 'grid', 'metering', 'payroll', 'quotes', 'tickets'] as const;
const SITES = ['ams', 'bru', 'cph', 'dub', 'hel', 'lis', 'osl', 'prg', 'vie', 'waw'] as const;
const RELATIONS = ['line_items', 'events', 'positions', 'journal', 'readings', 'sessions', 'documents', 'shipments', 'audit_trail', 'balances'] as const;
const SCHEMAS = ['public', 'core', 'app', 'archive', 'staging_area'] as const;

export function clusterName(random: Random): string {
  return `${random.pick(SYSTEMS)}-${random.pick(SITES)}-${random.integer(1, 29)}`;
}

export function relationName(random: Random): string {
  return `${random.pick(SCHEMAS)}.${random.pick(RELATIONS)}`;
}

/** What every scenario has: the cluster and the table under review, and when it was looked at, on an autumn day of 2026. */
export function baseFacts(random: Random): Facts {
  const day = dateOfDay(dayNumber('2026-09-07') + random.integer(0, 60));
  const checked = `${day}T${String(random.integer(6, 20)).padStart(2, '0')}:${random.integer(10, 58)}:00Z`;
  return [clusterOf({ cluster: clusterName(random), relation: relationName(random), tier: random.pick(TIERS), checked })];
}

export function clusterOf(fields: Readonly<Record<string, Value>>): FactRecord {
  return { subject: 'cluster-1', kind: 'cluster', fields };
}

export const { rootField, one, many } = recordsOwnedBy('cluster', ['cluster', 'relation'], POSTGRESQL_FACTS);

/** A number that depends on the cluster's tier. */
export function ofTier(b: Binder, name: string): number {
  return numberOf(name, String(rootField(b, 'tier')));
}

/** Plausible values of derived whole numbers, in the unit of each. */
const RANGES: Ranges = {
  vacuum_scale: [60, 140], table_scale: [60, 140], vacuum_threshold: [30_000_000, 90_000_000], threshold_cap: [5_000_000, 11_000_000],
  dead_excess: [2_000_000, 90_000_000], unfrozen_rows: [150_000_000, 400_000_000], insert_threshold: [30_000_000, 80_000_000], insert_excess: [2_000_000, 70_000_000],
  analyze_threshold: [20_000_000, 60_000_000], analyze_excess: [2_000_000, 60_000_000], cost_share: [100, 900], vacuum_seconds: [700, 30_000], pending_rows: [9_000_000, 190_000_000],
  oldest_age: [410_000_000, 900_000_000], freeze_limit: [220_000_000, 380_000_000], table_freeze_limit: [120_000_000, 190_000_000], forced_excess: [20_000_000, 500_000_000],
  failsafe_excess: [3_000_000, 300_000_000], horizon_age: [60_000_000, 150_000_000], freed_ids: [200_000_000, 700_000_000],
  days_won: [8, 60], days_afterwards: [50, 200], ids_left: [1_200_000_000, 1_700_000_000], ids_per_day: [8_000_000, 40_000_000], days_to_stop: [35, 190], wal_rate: [4000, 20_000], checkpoint_mb: [500, 3000],
  wal_interval: [200, 1000], checkpoint_interval: [200, 1000], checkpoints_per_day: [90, 400], full_page_mb: [20_000, 200_000],
  slot_retained: [9000, 60_000], slot_kept: [3000, 8000], archive_backlog: [2000, 20_000], archive_delay: [8, 190], wal_volume: [14_000, 90_000],
  wal_per_day: [90_000, 400_000], wal_alarm: [1100, 20_000], margin_minutes: [30, 900], minutes_to_full: [200, 1500], system_work_mem: [4, 16], database_work_mem: [20, 48], role_work_mem: [64, 128], work_mem_mb: [8, 120], hash_memory: [16, 250], 
  query_memory: [100, 1400], session_count: [70, 390], sessions_memory: [20_000, 200_000], autovacuum_memory: [256, 2048], maintenance_memory: [1000, 9000], 
  shared_memory: [1100, 60_000], memory_total: [30_000, 250_000], memory_excess: [1100, 40_000], file_connections: [100, 300], auto_connections: [310, 500], running_connections: [60, 95],
  connections_in_force: [110, 400], reserved_slots: [2, 12], client_slots: [90, 380], pool_demand: [110, 700], connection_excess: [12, 250], connections_needed: [130, 900],
  replay_lag: [2100, 20_000], catchup_minutes: [11, 300], lag_excess: [400, 18_000], quorum_wait: [3, 25], apply_wait: [30, 90], commit_ms: [5, 90],
  streaming_delay: [40, 300], archive_conflict_delay: [310, 900], lower_parameters: [1, 4],
  pending_restarts: [1, 4], pending_reloads: [1, 6], window_minutes: [18, 110], amended_headroom: [40, 40], amended_history: [1, 1], count_hours: [300, 800], time_hours: [300, 800],
  full_hours: [300, 800], archive_hours: [60, 190], recovery_hours: [200, 800], expired_fulls: [1, 4], full_mb: [400_000, 3_000_000],
  log_mb: [700_000, 9_000_000], repository_mb: [900_000, 9_000_000], repository_excess: [20_000, 900_000], replay_span: [65, 1400], replay_mb: [8000, 200_000],
  restore_mb: [100_000, 900_000], restore_minutes: [70, 700], objective_excess: [11, 400], blockers: [2, 5], lock_queue: [3, 12], blocked_seconds: [60, 900], wait_seconds: [10, 50],
  held_queries: [1100, 90_000], 
};

export const { wantedCount, knownCount, some, oneOf } = drawsFrom(RANGES);

/** When the cluster was looked at. */
export function checkedOf(b: Binder): string {
  return String(rootField(b, 'checked'));
}

export function hoursBefore(time: string, hours: number, minutes = 0): string {
  return timeOfSeconds(secondsOf(time) - BigInt(hours * 3600 + minutes * 60));
}

/** Parts of a whole number that add up to it. */
export function partsOf({ random }: Binder, total: number, parts: number): number[] {
  const cuts = Array.from({ length: parts - 1 }, () => random.integer(15, Math.floor(70 / parts)));
  const sizes = cuts.map((percent) => Math.floor((total * percent) / 100));
  return [...sizes, total - sizes.reduce((a, b) => a + b, 0)];
}
