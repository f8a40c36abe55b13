/** Records of an operations scenario: columns, and which records belong to the cluster and the table under review. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

export const TIERS = ['production', 'staging', 'development'] as const;
export type Tier = (typeof TIERS)[number];

export const POSTGRESQL_FACTS: FactTypes = {
  cluster: {
    cluster: 'text', relation: 'text', tier: 'enum', version: 'integer', checked: 'time', ram_mb: 'integer', wal_volume_mb: 'integer', segment_mb: 'integer', hot_pages: 'integer',
    flush_ms: 'integer', quorum: 'integer', replay_rate: 'integer', restore_rate: 'integer', active_workers: 'integer', query_rate: 'integer',
  },
  setting: {
    cluster: 'text', autovacuum_vacuum_scale_factor: 'decimal', autovacuum_vacuum_max_threshold: 'integer',
    autovacuum_vacuum_insert_scale_factor: 'decimal', autovacuum_analyze_scale_factor: 'decimal', autovacuum_vacuum_cost_limit: 'integer', autovacuum_freeze_max_age: 'integer',
    vacuum_failsafe_age: 'integer', autovacuum_max_workers: 'integer', autovacuum_work_mem: 'integer', maintenance_work_mem: 'integer', max_wal_size: 'integer',
    checkpoint_timeout: 'integer', max_slot_wal_keep_size: 'integer', wal_keep_size: 'integer', shared_buffers: 'integer', work_mem: 'integer',
    max_connections: 'integer', reserved_connections: 'integer', max_standby_streaming_delay: 'integer', max_standby_archive_delay: 'integer', lock_timeout: 'integer',
  },
  auto_setting: { cluster: 'text', max_connections: 'integer' },
  running: { cluster: 'text', started: 'time', reloaded: 'time', max_connections: 'integer', connections_changed: 'time' },
  database_setting: { cluster: 'text', work_mem: 'integer' },
  role_setting: { cluster: 'text', work_mem: 'integer' },
  option: { cluster: 'text', relation: 'text', autovacuum_vacuum_scale_factor: 'decimal', autovacuum_freeze_max_age: 'integer' },
  table_stats: {
    cluster: 'text', relation: 'text', live_rows: 'integer', dead_rows: 'integer', inserted: 'integer', modified: 'integer', pages: 'integer', frozen_pages: 'integer', partitioned: 'boolean',
  },
  freeze_age: { cluster: 'text', state: 'enum', age: 'integer' },
  xmin_holder: { cluster: 'text', state: 'enum', feedback: 'boolean', age: 'integer' },
  xid_sample: { cluster: 'text', taken: 'time', xid: 'integer' },
  wal_sample: { cluster: 'text', taken: 'time', written_mb: 'integer' },
  slot: { cluster: 'text', state: 'enum', retained_mb: 'integer' },
  archiver: { cluster: 'text', ready_segments: 'integer' },
  pool: { cluster: 'text', state: 'enum', instances: 'integer', size: 'integer' },
  plan_node: { cluster: 'text', node: 'enum', count: 'integer' },
  replica: { cluster: 'text', state: 'enum', sent_mb: 'integer', replayed_mb: 'integer' },
  acknowledgement: { cluster: 'text', state: 'enum', flush_ms: 'integer', apply_ms: 'integer' },
  parameter_pair: { cluster: 'text', parameter: 'enum', on_primary: 'integer', on_standby: 'integer' },
  conflict: { cluster: 'text', source: 'enum', received: 'time' },
  restart_change: { cluster: 'text', parameter: 'enum', changed: 'time' },
  reload_change: { cluster: 'text', parameter: 'enum', changed: 'time' },
  request: { cluster: 'text', state: 'enum', filed: 'date' },
  freeze: { cluster: 'text', first: 'date', last: 'date' },
  repository: { cluster: 'text', retention_full_type: 'enum', retention_full: 'integer', retention_archive_type: 'enum', retention_archive: 'integer', quota_mb: 'integer' },
  full_backup: { cluster: 'text', state: 'enum', finished: 'time', size_mb: 'integer' },
  diff_backup: { cluster: 'text', state: 'enum', finished: 'time', size_mb: 'integer' },
  restore: { cluster: 'text', base_finished: 'time', target: 'time', size_mb: 'integer' },
  command: { cluster: 'text', verb: 'enum', concurrently: 'boolean' },
  held_lock: { cluster: 'text', relation: 'text', mode: 'enum', remaining: 'integer' },
  waiting_lock: { cluster: 'text', relation: 'text', mode: 'enum' },
  hba: { cluster: 'text', entry: 'text' },
  connection: { cluster: 'text', ssl: 'boolean', database: 'enum', user: 'enum', address: 'text', password: 'enum' },
  membership: { cluster: 'text', role: 'enum', member: 'enum' },
};

/** The day of the question. */
export const AS_OF = '2026-11-16';
/** Failed backups, lost slots, dropped tables, withdrawn requests, stopped pools and servers. */
export const NOT_IN_FORCE: readonly string[] = ['failed', 'lost', 'dropped', 'withdrawn', 'stopped'];

/** Records of the cluster and the table under review that are in force. */
export function inScope(facts: Facts): Facts {
  const own = facts.find(({ kind }) => kind === 'cluster')?.fields;
  const belongs = ({ fields }: FactRecord, name: string): boolean => fields[name] === undefined || fields[name] === own?.[name];
  return facts.filter((record) => belongs(record, 'cluster') && belongs(record, 'relation') && !NOT_IN_FORCE.includes(String(record.fields['state'])));
}
