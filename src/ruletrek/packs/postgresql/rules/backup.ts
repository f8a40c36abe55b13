/** Backups: how far back they are kept, what they take and cost, how long a restore takes. */
import { addMinutes, secondsOf } from '../../../core/dates.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { checkedOf, clusterOf, hoursBefore, knownCount, many, one, oneOf, some, wantedCount } from '../draw.ts';
import { conclude, tier } from './conclude.ts';
import { lateChange } from './maintenance.ts';

function ageHours(c: RuleContext, row: RecordView): number {
  return Math.floor(Number(secondsOf(c.record('cluster').text('checked')) - secondsOf(row.text('finished'))) / 3600);
}

/** Hours since the n-th newest of some backups. */
function nthAge(c: RuleContext, kinds: readonly string[], n: number): number | undefined {
  return kinds.flatMap((kind) => c.records(kind)).map((row) => ageHours(c, row)).sort((a, b) => a - b)[n - 1];
}

/** Backups of these ages in hours, each some minutes older. */
function backups(b: Binder, kind: string, ages: readonly number[], sizes: readonly [number, number]): Facts {
  const checked = checkedOf(b);
  return [...many(b, kind, ages.map((age) => ({ state: 'complete', finished: hoursBefore(checked, age, b.random.integer(1, 55)), size_mb: b.random.integer(...sizes) })))];
}

const FULL_SIZES = [250_000, 900_000] as const;
const DIFF_SIZES = [20_000, 90_000] as const;
const WEEK = 168;

const history = conclude('amended-history', 'amended_history', {
  reads: { change_date: 'temporal' },
  value: (c) => (c.text('change_date') >= '2026-09-14' ? 1 : undefined),
  bind: lateChange,
});

const byCount = conclude('retention-by-count', 'count_hours', {
  reads: { amended_history: 'temporal' },
  value: (c) => {
    const repository = c.record('repository');
    if (repository.text('retention_full_type') !== 'count') return undefined;
    return nthAge(c, ['full_backup'], repository.integer('retention_full') + (c.optionalCount('amended_history') ?? 0));
  },
  bind: (b) => {
    const [kept, first] = [b.random.integer(2, 3), b.random.integer(5, 120)];
    const ages = Array.from({ length: kept + 2 }, (_, i) => first + i * WEEK + b.random.integer(0, 40));
    return [...one(b, 'repository', { retention_full_type: 'count', retention_full: kept }), ...backups(b, 'full_backup', ages, FULL_SIZES)];
  },
});

const byTime = conclude('retention-by-time', 'time_hours', {
  value: (c) => {
    const repository = c.record('repository');
    if (repository.text('retention_full_type') !== 'time') return undefined;
    const least = 24 * repository.integer('retention_full');
    return c.records('full_backup').map((row) => ageHours(c, row)).filter((age) => age >= least).sort((a, b) => a - b)[0];
  },
  bind: (b) => {
    const days = b.random.integer(14, 30);
    const ages = [24 * days + b.random.integer(46, 56), 24 * days - b.random.integer(9, 20)];
    return [...one(b, 'repository', { retention_full_type: 'time', retention_full: days }), ...backups(b, 'full_backup', ages, FULL_SIZES)];
  },
});

const full = conclude('full-retention', 'full_hours', {
  reads: { count_hours: 'dependency', time_hours: 'override' },
  value: (c) => c.optionalCount('time_hours') ?? c.optionalCount('count_hours'),
  bind: (b) => oneOf(b, 'count_hours', 'time_hours'),
});

const archive = conclude('archive-retention', 'archive_hours', {
  value: (c) => {
    const repository = c.record('repository');
    return repository.text('retention_archive_type') === 'diff' ? nthAge(c, ['diff_backup', 'full_backup'], repository.integer('retention_archive')) : undefined;
  },
  bind: (b) => {
    const ages = Array.from({ length: 5 }, (_, i) => 6 + i * 24 + b.random.integer(0, 15));
    return [...one(b, 'repository', { retention_archive_type: 'diff', retention_archive: b.random.integer(2, 4) }), ...backups(b, 'diff_backup', ages, DIFF_SIZES)];
  },
});

const recovery = conclude('recovery-window', 'recovery_hours', {
  reads: { full_hours: 'dependency', archive_hours: 'override' },
  value: (c) => c.optionalCount('archive_hours') ?? c.optionalCount('full_hours'),
  bind: (b) => oneOf(b, 'full_hours', 'archive_hours'),
});

const expired = conclude('expired-backups', 'expired_fulls', {
  reads: { full_hours: 'dependency' },
  value: (c) => positive(c.records('full_backup').filter((row) => ageHours(c, row) > c.count('full_hours')).length),
  bind: (b) => [...some(b, 'full_hours'), ...backups(b, 'full_backup', [-160, -20, 30, 170].map((step) => Math.max(9, knownCount(b, 'full_hours') + step + b.random.integer(0, 9))), FULL_SIZES)],
});

const fullSize = conclude('full-size', 'full_mb', {
  reads: { full_hours: 'dependency' },
  value: (c) => positive(c.records('full_backup').filter((row) => ageHours(c, row) <= c.count('full_hours')).reduce((sum, row) => sum + row.integer('size_mb'), 0)),
  bind: (b) => [...some(b, 'full_hours'), ...backups(b, 'full_backup', [0.4, 0.7, 1.2].map((share) => Math.floor(knownCount(b, 'full_hours') * share)), FULL_SIZES)],
});

const log = conclude('archive-size', 'log_mb', {
  reads: { wal_rate: 'dependency', recovery_hours: 'dependency' },
  value: (c) => positive(c.count('wal_rate') * c.count('recovery_hours')),
  bind: (b) => some(b, 'wal_rate', 'recovery_hours'),
});

const repository = conclude('repository-size', 'repository_mb', {
  reads: { full_mb: 'aggregation', log_mb: 'aggregation' },
  value: (c) => c.count('full_mb') + c.count('log_mb'),
  bind: (b) => some(b, 'full_mb', 'log_mb'),
});

const excess = conclude('repository-excess', 'repository_excess', {
  reads: { repository_mb: 'dependency' },
  value: (c) => positive(c.count('repository_mb') - c.record('repository').integer('quota_mb')),
  bind: (b) => [...some(b, 'repository_mb'), ...one(b, 'repository', { quota_mb: Math.floor((knownCount(b, 'repository_mb') * b.random.integer(60, 90)) / 100) })],
});

const price = conclude('amended-price', 'amended_price', {
  type: 'money',
  reads: { change_date: 'temporal' },
  value: (c) => (c.text('change_date') >= '2026-10-01' ? c.amount('AMENDED_PRICE') : undefined),
  bind: lateChange,
});

const cost = conclude('storage-cost', 'storage_cost', {
  type: 'money',
  reads: { repository_mb: 'dependency', amended_price: 'temporal' },
  value: (c) => c.round((c.optional('amended_price') ?? c.amount('STORAGE_PRICE', tier(c))) * BigInt(c.count('repository_mb')), 1024n),
  bind: (b) => some(b, 'repository_mb'),
});

const span = conclude('replay-span', 'replay_span', {
  value: (c) => {
    const restore = c.record('restore');
    return positive(Math.floor(Number(secondsOf(restore.text('target')) - secondsOf(restore.text('base_finished'))) / 60));
  },
  bind: (b) => {
    const target = hoursBefore(checkedOf(b), b.random.integer(1, 9), b.random.integer(1, 50));
    return one(b, 'restore', { base_finished: hoursBefore(target, 0, wantedCount(b, 'replay_span')), target });
  },
});

const replay = conclude('replay-size', 'replay_mb', {
  reads: { replay_span: 'temporal', wal_rate: 'dependency' },
  value: (c) => positive(Math.floor((c.count('wal_rate') * c.count('replay_span')) / 60)),
  bind: (b) => some(b, 'replay_span', 'wal_rate'),
});

const restore = conclude('restore-time', 'restore_minutes', {
  reads: { replay_mb: 'dependency' },
  value: (c) => {
    const cluster = c.record('cluster');
    return Math.ceil((c.record('restore').integer('size_mb') * 60) / cluster.integer('restore_rate')) + Math.ceil((c.count('replay_mb') * 60) / cluster.integer('replay_rate'));
  },
  bind: (b) => [
    ...some(b, 'replay_mb'), clusterOf({ restore_rate: b.random.integer(300_000, 700_000), replay_rate: b.random.integer(25_000, 40_000) }),
    ...one(b, 'restore', { size_mb: b.random.integer(400_000, 1_900_000) }),
  ],
});

const objective = conclude('objective-excess', 'objective_excess', {
  reads: { restore_minutes: 'dependency' },
  value: (c) => positive(c.count('restore_minutes') - c.limit('RESTORE_OBJECTIVE', tier(c))),
  bind: (b) => some(b, 'restore_minutes'),
});

const restored = conclude('restored-at', 'restored_at', {
  type: 'time',
  reads: { restore_minutes: 'temporal' },
  value: (c) => addMinutes(c.record('cluster').text('checked'), BigInt(c.count('restore_minutes'))),
  bind: (b) => some(b, 'restore_minutes'),
});

/** What is to be ordered: space over the quota of the repository and over the share of the WAL volume. */
const order = conclude('space-order', 'space_order', {
  reads: { repository_excess: 'aggregation', wal_alarm: 'aggregation' },
  value: (c) => c.count('repository_excess') + c.count('wal_alarm'),
  bind: (b) => some(b, 'repository_excess', 'wal_alarm'),
});

const DRILL_PARTS = ['window_minutes', 'restore_minutes', 'catchup_minutes', 'archive_delay'] as const;

/** A drill runs through what takes minutes, one after another. */
const drill = conclude('drill-minutes', 'drill_minutes', {
  reads: { window_minutes: 'aggregation', restore_minutes: 'aggregation', catchup_minutes: 'aggregation', archive_delay: 'aggregation' },
  value: (c) => sumOfSome(c, DRILL_PARTS),
  bind: (b) => some(b, ...b.random.shuffle([...DRILL_PARTS]).slice(0, 2)),
});

const DISK_PARTS = ['wal_volume', 'full_mb', 'log_mb'] as const;

/** Space on disks of what is kept. */
const disk = conclude('disk-space', 'disk_mb', {
  reads: { wal_volume: 'aggregation', full_mb: 'aggregation', log_mb: 'aggregation' },
  value: (c) => sumOfSome(c, DISK_PARTS),
  bind: (b) => some(b, ...b.random.shuffle([...DISK_PARTS]).slice(0, 2)),
});

const excessCost = conclude('excess-cost', 'excess_cost', {
  type: 'money',
  reads: { repository_excess: 'dependency', amended_price: 'temporal' },
  value: (c) => c.round((c.optional('amended_price') ?? c.amount('STORAGE_PRICE', tier(c))) * BigInt(c.count('repository_excess')), 1024n),
  bind: (b) => some(b, 'repository_excess'),
});

export const BACKUP_RULES: readonly RuleModule[] = [
  history, byCount, byTime, full, archive, recovery, expired, fullSize, log, repository, excess, price, cost, span, replay, restore, objective, restored, order, drill, disk, excessCost,
];
