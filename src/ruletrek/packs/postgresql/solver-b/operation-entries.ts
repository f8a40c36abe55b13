/** Solver B: handbook/standbys.docx, runbooks/changes.yaml, policy/backup.json, circulars/notice-2026.md. */
import { added, copied, dayLater, firstOf, from, highest, later, numeric, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';

/** The value at the place that the quorum says, the quickest first. */
function atQuorum(name: string): (sheet: Sheet) => Entry {
  return (sheet) => {
    const times = sheet.rows('acknowledgement').flatMap((row) => (row[name] === undefined ? [] : [Number(row[name])])).sort((a, b) => a - b);
    return times[Number(sheet.root['quorum']) - 1];
  };
}

function catchUp(sheet: Sheet): Entry {
  const [lag, rate, replay] = [sheet.number('replay_lag'), sheet.number('wal_rate'), numeric(sheet.root['replay_rate'])];
  if (lag === undefined || rate === undefined || replay === undefined || replay <= rate) return undefined;
  return Math.ceil((60 * lag) / (replay - rate));
}

function commit(sheet: Sheet): Entry {
  const [wait, own] = [sheet.number('apply_wait') ?? sheet.number('quorum_wait'), numeric(sheet.root['flush_ms'])];
  return wait === undefined || own === undefined ? undefined : wait + own;
}

function cancelled(sheet: Sheet): Entry {
  const seconds = sheet.number('archive_conflict_delay') ?? sheet.number('streaming_delay') ?? sheet.limit('max_standby_streaming_delay in seconds');
  return later(sheet.rows('conflict').find((row) => row['received'] !== undefined)?.['received'], seconds / 60);
}

const FIVE = new Set(['max_connections', 'max_prepared_transactions', 'max_locks_per_transaction', 'max_wal_senders', 'max_worker_processes']);

function lower(sheet: Sheet): Entry {
  return over(sheet.rows('parameter_pair').filter((row) => FIVE.has(row['parameter'] ?? '') && Number(row['on_standby']) < Number(row['on_primary'])).length, 0);
}

/** Changes of a kind after a moment of the server. */
function waiting(kind: string, moment: string): (sheet: Sheet) => Entry {
  return (sheet) => {
    const since = sheet.rows('running').find((row) => row[moment] !== undefined)?.[moment];
    return since === undefined ? undefined : over(sheet.rows(kind).filter((row) => Date.parse(row['changed'] ?? '') > Date.parse(since)).length, 0);
  };
}

function earliest(sheet: Sheet): Entry {
  const filed = sheet.rows('request')[0]?.['filed'];
  return filed === undefined ? undefined : dayLater(filed, sheet.limit('days of notice'));
}

function released(sheet: Sheet): Entry {
  const day = sheet.text('earliest_date');
  const freeze = day === undefined ? undefined : sheet.rows('freeze').find(({ first = '', last = '' }) => first <= day && day <= last);
  return freeze === undefined ? undefined : dayLater(freeze['last'] ?? '', 1);
}

function sunday(sheet: Sheet): Entry {
  let day = sheet.text('released_date') ?? sheet.text('earliest_date');
  while (day !== undefined && new Date(`${day}T12:00:00Z`).getUTCDay() !== 0) day = dayLater(day, 1);
  return day;
}

function windowMinutes(sheet: Sheet): Entry {
  const restarts = (sheet.number('pending_restarts') ?? 0) + (sheet.number('lower_parameters') ?? 0);
  if (restarts === 0) return undefined;
  const vacuum = Math.ceil((sheet.number('vacuum_seconds') ?? 0) / 60);
  return restarts * sheet.limit('minutes for a restart') + (sheet.number('pending_reloads') ?? 0) + vacuum + (sheet.number('catchup_minutes') ?? 0);
}

function windowEnd(sheet: Sheet): Entry {
  const day = sheet.text('change_date');
  return day === undefined ? undefined : later(`${day}T02:00:00Z`, sheet.number('window_minutes'));
}

/** Ages of backups in full hours, the newest first. */
function ages(sheet: Sheet, ...kinds: readonly string[]): number[] {
  const times = kinds.flatMap((kind) => sheet.rows(kind)).map((row) => Date.parse(sheet.root['checked'] ?? '') - Date.parse(row['finished'] ?? ''));
  return times.map((milliseconds) => Math.floor(milliseconds / 3_600_000)).sort((a, b) => a - b);
}

function retention(sheet: Sheet, field: string, word: string): boolean {
  return sheet.rows('repository')[0]?.[field] === word;
}

function byCount(sheet: Sheet): Entry {
  const kept = sheet.field('repository', 'retention_full');
  return kept === undefined || !retention(sheet, 'retention_full_type', 'count') ? undefined : ages(sheet, 'full_backup')[kept - 1 + (sheet.number('amended_history') ?? 0)];
}

function byTime(sheet: Sheet): Entry {
  const days = sheet.field('repository', 'retention_full');
  return days === undefined || !retention(sheet, 'retention_full_type', 'time') ? undefined : ages(sheet, 'full_backup').find((age) => age >= days * 24);
}

function archive(sheet: Sheet): Entry {
  const kept = sheet.field('repository', 'retention_archive');
  return kept === undefined || !retention(sheet, 'retention_archive_type', 'diff') ? undefined : ages(sheet, 'full_backup', 'diff_backup')[kept - 1];
}

function fullSize(sheet: Sheet): Entry {
  const hours = sheet.number('full_hours');
  if (hours === undefined) return undefined;
  const checked = Date.parse(sheet.root['checked'] ?? '');
  const kept = sheet.rows('full_backup').filter((row) => Math.floor((checked - Date.parse(row['finished'] ?? '')) / 3_600_000) <= hours);
  return over(kept.reduce((sum, row) => sum + Number(row['size_mb']), 0), 0);
}

/** What a size in MB costs for a month, in cents. */
function priced(sheet: Sheet, name: string): Entry {
  const mb = sheet.number(name);
  if (mb === undefined) return undefined;
  const cents = sheet.number('amended_price') ?? Math.round(sheet.limit('price of a stored GB for a month') * 100);
  return Math.floor((2 * mb * cents + 1024) / 2048);
}

function span(sheet: Sheet): Entry {
  const restore = sheet.rows('restore')[0];
  if (restore?.['target'] === undefined || restore['base_finished'] === undefined) return undefined;
  return over(Math.floor((Date.parse(restore['target']) - Date.parse(restore['base_finished'])) / 60_000), 0);
}

function restoreMinutes(sheet: Sheet): Entry {
  const [mb, size] = [sheet.number('replay_mb'), sheet.field('restore', 'size_mb')];
  const [copy, replay] = [numeric(sheet.root['restore_rate']), numeric(sheet.root['replay_rate'])];
  if (mb === undefined || size === undefined || copy === undefined || replay === undefined) return undefined;
  return Math.ceil((60 * size) / copy) + Math.ceil((60 * mb) / replay);
}

/** The value of a notice from a date of change on. */
function since(date: string, value: Entry): (sheet: Sheet) => Entry {
  return (sheet) => ((sheet.text('change_date') ?? '') >= date ? value : undefined);
}

const STANDBY_ENTRIES: Entries = {
  replay_lag: (sheet) => highest(sheet.rows('replica').map((row) => Number(row['sent_mb']) - Number(row['replayed_mb']))),
  lag_excess: (sheet) => over(sheet.number('replay_lag'), sheet.limit('largest replay lag in MB')),
  catchup_minutes: catchUp,
  lag_minutes: from(['lag_excess', 'wal_rate'], (mb, rate) => Math.ceil((60 * mb) / rate)),
  head_start: from(['minutes_to_full', 'catchup_minutes'], over),
  caught_up_at: (sheet) => later(sheet.root['checked'], sheet.number('catchup_minutes')),
  quorum_wait: atQuorum('flush_ms'),
  apply_wait: atQuorum('apply_ms'),
  commit_ms: commit,
  streaming_delay: copied('setting', 'max_standby_streaming_delay'),
  archive_conflict_delay: (sheet) => (sheet.rows('conflict').some((row) => row['source'] === 'archive') ? sheet.field('setting', 'max_standby_archive_delay') : undefined),
  cancelled_at: cancelled,
  lower_parameters: lower,
};

const CHANGE_ENTRIES: Entries = {
  pending_restarts: waiting('restart_change', 'started'),
  pending_reloads: waiting('reload_change', 'reloaded'),
  changes_in_all: added(2, 'pending_restarts', 'pending_reloads', 'lower_parameters'),
  earliest_date: earliest,
  released_date: released,
  change_date: sunday,
  window_minutes: windowMinutes,
  window_end: windowEnd,
  amended_history: since('2026-09-14', 1),
  amended_price: since('2026-10-01', 13),
  md5_repealed: since('2026-10-11', true),
};

const BACKUP_ENTRIES: Entries = {
  count_hours: byCount,
  time_hours: byTime,
  full_hours: firstOf('time_hours', 'count_hours'),
  archive_hours: archive,
  recovery_hours: firstOf('archive_hours', 'full_hours'),
  full_mb: fullSize,
  log_mb: from(['wal_rate', 'recovery_hours'], (rate, hours) => rate * hours),
  repository_mb: added(2, 'full_mb', 'log_mb'),
  repository_excess: (sheet) => over(sheet.number('repository_mb'), sheet.field('repository', 'quota_mb')),
  drill_minutes: added(2, 'window_minutes', 'restore_minutes', 'catchup_minutes', 'archive_delay'),
  disk_mb: added(2, 'wal_volume', 'full_mb', 'log_mb'),
  excess_cost: (sheet) => priced(sheet, 'repository_excess'),
  space_order: added(2, 'repository_excess', 'wal_alarm'),
  storage_cost: (sheet) => priced(sheet, 'repository_mb'),
  replay_span: span,
  replay_mb: from(['wal_rate', 'replay_span'], (rate, minutes) => Math.floor((rate * minutes) / 60)),
  restore_minutes: restoreMinutes,
  objective_excess: (sheet) => over(sheet.number('restore_minutes'), sheet.limit('restore objective in minutes')),
  restored_at: (sheet) => later(sheet.root['checked'], sheet.number('restore_minutes')),
};

export const OPERATION_ENTRIES: Entries = {
  ...STANDBY_ENTRIES, ...CHANGE_ENTRIES, ...BACKUP_ENTRIES,
  expired_fulls: (sheet) => {
    const hours = sheet.number('full_hours');
    return hours === undefined ? undefined : over(ages(sheet, 'full_backup').filter((age) => age > hours).length, 0);
  },
};
