/** Solver B: runbooks/wal.yaml, handbook/connections.md, handbook/memory.md. */
import type { Row } from '../../second-solver.ts';
import { added, copied, firstOf, from, highest, later, numeric, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import { growth } from './table-entries.ts';

function configured(sheet: Sheet, name: string): number | undefined {
  return sheet.field('setting', name);
}

function distance(sheet: Sheet): Entry {
  const most = configured(sheet, 'max_wal_size');
  return most === undefined ? undefined : Math.floor((most * 1000) / (1000 + sheet.limit('checkpoint_completion_target in thousandths')));
}

function interval(sheet: Sheet): Entry {
  const [timeout, byVolume] = [configured(sheet, 'checkpoint_timeout'), sheet.number('wal_interval')];
  return timeout !== undefined && byVolume !== undefined && byVolume < timeout ? byVolume : timeout;
}

function fullPages(sheet: Sheet): Entry {
  const [each, pages] = [sheet.number('checkpoints_per_day'), numeric(sheet.root['hot_pages'])];
  return each === undefined || pages === undefined ? undefined : Math.floor((each * pages) / 128);
}

function slotLimit(sheet: Sheet): Entry {
  const [most, retained] = [configured(sheet, 'max_slot_wal_keep_size'), sheet.number('slot_retained')];
  return most !== undefined && retained !== undefined && most >= 0 && most < retained ? most : undefined;
}

function backlog(sheet: Sheet): Entry {
  const [ready, size] = [sheet.field('archiver', 'ready_segments'), numeric(sheet.root['segment_mb'])];
  return ready === undefined || size === undefined ? undefined : ready * size;
}

function walVolume(sheet: Sheet): Entry {
  const [slots, waiting] = [sheet.number('slot_kept') ?? sheet.number('slot_retained'), sheet.number('archive_backlog')];
  return slots === undefined || waiting === undefined ? undefined : slots + waiting + (configured(sheet, 'wal_keep_size') ?? 0);
}

/** A share of a size of the machine in hundredths, in full MB. */
function allowed(sheet: Sheet, size: string | undefined, label: string): number | undefined {
  return size === undefined ? undefined : Math.floor((Number(size) * sheet.limit(label)) / 100);
}

function minutesToFull(sheet: Sheet): Entry {
  const [used, rate] = [sheet.number('wal_volume'), sheet.number('wal_rate')];
  const free = over(numeric(sheet.root['wal_volume_mb']), used);
  return free === undefined || rate === undefined ? undefined : Math.floor((free * 60) / rate);
}

function running(sheet: Sheet): Entry {
  const server = sheet.rows('running').find((row) => row['connections_changed'] !== undefined);
  return server !== undefined && Date.parse(server['connections_changed']!) > Date.parse(server['started'] ?? '') ? numeric(server['max_connections']) : undefined;
}

function needed(sheet: Sheet): Entry {
  const demand = sheet.number('pool_demand');
  if (demand === undefined) return undefined;
  const raised = demand * (100 + (sheet.number('amended_headroom') ?? sheet.limit('headroom of connections in hundredths')));
  return 10 * Math.ceil((raised + 100 * sheet.limit('superuser_reserved_connections')) / 1000);
}

function queryMemory(sheet: Sheet): Entry {
  const memory = (row: Row): number => Number(row['count']) * ((row['node'] === 'hash' ? sheet.number('hash_memory') : sheet.number('work_mem_mb')) ?? NaN);
  const nodes = sheet.rows('plan_node').map(memory);
  return nodes.length === 0 || nodes.some(Number.isNaN) ? undefined : nodes.reduce((a, b) => a + b, 0);
}

function maintenance(sheet: Sheet): Entry {
  const each = sheet.number('autovacuum_memory') ?? configured(sheet, 'maintenance_work_mem');
  return each === undefined ? undefined : each * (configured(sheet, 'autovacuum_max_workers') ?? sheet.limit('autovacuum_max_workers'));
}

function shared(sheet: Sheet): Entry {
  const [buffers, segment] = [configured(sheet, 'shared_buffers'), numeric(sheet.root['segment_mb'])];
  return buffers === undefined || segment === undefined ? undefined : buffers + Math.min(segment, Math.floor(buffers / 32));
}

const CONNECTION_ENTRIES: Entries = {
  file_connections: copied('setting', 'max_connections'),
  auto_connections: copied('auto_setting', 'max_connections'),
  running_connections: running,
  connections_in_force: firstOf('running_connections', 'auto_connections', 'file_connections'),
  reserved_slots: (sheet) => (Number(sheet.root['version'] ?? 0) >= 16 ? configured(sheet, 'reserved_connections') : undefined),
  client_slots: (sheet) => {
    const all = sheet.number('connections_in_force');
    return all === undefined ? undefined : all - sheet.limit('superuser_reserved_connections') - (sheet.number('reserved_slots') ?? 0);
  },
  pool_demand: (sheet) => {
    const pools = sheet.rows('pool').map((row) => Number(row['instances']) * Number(row['size']));
    return pools.length === 0 ? undefined : pools.reduce((a, b) => a + b, 0);
  },
  connection_excess: (sheet) => over(sheet.number('pool_demand'), sheet.number('client_slots')),
  amended_headroom: (sheet) => ((sheet.text('change_date') ?? '') >= '2026-10-05' ? 40 : undefined),
  connections_needed: needed,
};

const MEMORY_ENTRIES: Entries = {
  system_work_mem: copied('setting', 'work_mem'),
  database_work_mem: copied('database_setting', 'work_mem'),
  role_work_mem: copied('role_setting', 'work_mem'),
  work_mem_mb: firstOf('role_work_mem', 'database_work_mem', 'system_work_mem'),
  hash_memory: (sheet) => {
    const memory = sheet.number('work_mem_mb');
    return memory === undefined ? undefined : Math.floor((memory * sheet.limit('hash_mem_multiplier in thousandths')) / 1000);
  },
  query_memory: queryMemory,
  session_count: (sheet) => {
    const demand = sheet.number('pool_demand');
    return demand === undefined ? undefined : demand - (sheet.number('connection_excess') ?? 0);
  },
  sessions_memory: from(['query_memory', 'session_count'], (each, count) => each * count),
  autovacuum_memory: (sheet) => over(configured(sheet, 'autovacuum_work_mem'), 0),
  maintenance_memory: maintenance,
  shared_memory: shared,
  memory_total: added(2, 'shared_memory', 'sessions_memory', 'maintenance_memory'),
  memory_excess: (sheet) => over(sheet.number('memory_total'), allowed(sheet, sheet.root['ram_mb'], 'share of memory in hundredths')),
  needed_memory: from(['connections_needed', 'query_memory'], (count, each) => count * each),
  sessions_to_close: from(['memory_excess', 'query_memory'], (excess, each) => Math.ceil(excess / each)),
};

const WAL_ENTRIES: Entries = {
  wal_rate: (sheet) => growth(sheet, 'wal_sample', 'written_mb', 3600),
  checkpoint_mb: distance,
  wal_interval: from(['checkpoint_mb', 'wal_rate'], (mb, rate) => Math.floor((3600 * mb) / rate)),
  checkpoint_interval: interval,
  checkpoints_per_day: from(['checkpoint_interval'], (seconds) => Math.floor(86_400 / seconds)),
  full_page_mb: fullPages,
  slot_retained: (sheet) => highest(sheet.rows('slot').map((row) => Number(row['retained_mb']))),
  slot_kept: slotLimit,
  archive_backlog: backlog,
  archive_delay: from(['archive_backlog', 'wal_rate'], (mb, rate) => Math.floor((60 * mb) / rate)),
  wal_volume: walVolume,
  wal_per_day: from(['wal_rate', 'full_page_mb'], (rate, pages) => over(24 * rate, pages)),
  wal_alarm: (sheet) => over(sheet.number('wal_volume'), allowed(sheet, sheet.root['wal_volume_mb'], 'share of the WAL volume in hundredths')),
  minutes_to_full: minutesToFull,
  full_at: (sheet) => later(sheet.root['checked'], sheet.number('minutes_to_full')),
  margin_minutes: from(['minutes_to_full', 'archive_delay'], over),
};

export const SERVER_ENTRIES: Entries = { ...WAL_ENTRIES, ...CONNECTION_ENTRIES, ...MEMORY_ENTRIES };
