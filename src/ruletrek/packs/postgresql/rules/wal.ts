/** Write-ahead log: its rate, checkpoints, what slots and the archiver hold back, and when the volume is full. */
import { addMinutes } from '../../../core/dates.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { checkedOf, clusterOf, hoursBefore, knownCount, many, one, oneOf, some, wantedCount } from '../draw.ts';
import { conclude, setting, tier } from './conclude.ts';
import { rateOf } from './wraparound.ts';

const rate = conclude('wal-rate', 'wal_rate', {
  value: (c) => rateOf(c, 'wal_sample', 'written_mb', 3600),
  bind: (b) => {
    const [last, written, hours] = [checkedOf(b), b.random.integer(2_000_000, 9_000_000), b.random.integer(3, 9)];
    return many(b, 'wal_sample', [{ taken: hoursBefore(last, hours), written_mb: written }, { taken: last, written_mb: written + hours * wantedCount(b, 'wal_rate') + b.random.integer(0, hours - 1) }]);
  },
});

const distance = conclude('checkpoint-distance', 'checkpoint_mb', {
  value: (c) => {
    const most = setting(c, 'max_wal_size');
    return most === undefined ? undefined : positive(Math.floor((most * 1000) / (1000 + c.limit('COMPLETION'))));
  },
  bind: (b) => one(b, 'setting', { max_wal_size: Math.ceil(wantedCount(b, 'checkpoint_mb') * 1.9) }),
});

const byVolume = conclude('interval-by-volume', 'wal_interval', {
  reads: { checkpoint_mb: 'dependency', wal_rate: 'dependency' },
  value: (c) => positive(Math.floor((c.count('checkpoint_mb') * 3600) / c.count('wal_rate'))),
  bind: (b) => some(b, 'checkpoint_mb', 'wal_rate'),
});

const interval = conclude('checkpoint-interval', 'checkpoint_interval', {
  reads: { wal_interval: 'override' },
  value: (c) => {
    const timeout = setting(c, 'checkpoint_timeout');
    return timeout === undefined ? undefined : positive(Math.min(timeout, c.optionalCount('wal_interval') ?? Infinity));
  },
  bind: (b) => one(b, 'setting', { checkpoint_timeout: b.derived.has('wal_interval') ? b.random.integer(1100, 1800) : wantedCount(b, 'checkpoint_interval') }),
});

const perDay = conclude('checkpoints-per-day', 'checkpoints_per_day', {
  reads: { checkpoint_interval: 'dependency' },
  value: (c) => positive(Math.floor(86_400 / c.count('checkpoint_interval'))),
  bind: (b) => some(b, 'checkpoint_interval'),
});

const fullPages = conclude('full-pages', 'full_page_mb', {
  reads: { checkpoints_per_day: 'dependency' },
  value: (c) => positive(Math.floor((c.count('checkpoints_per_day') * c.record('cluster').integer('hot_pages') * 8) / 1024)),
  bind: (b) => [clusterOf({ hot_pages: b.random.integer(40_000, 160_000) }), ...some(b, 'checkpoints_per_day')],
});

const retained = conclude('slot-retention', 'slot_retained', {
  value: (c) => positive(Math.max(0, ...c.records('slot').map((row) => row.integer('retained_mb')))),
  bind: (b) => {
    const most = wantedCount(b, 'slot_retained');
    return many(b, 'slot', [most, ...Array.from({ length: b.random.integer(1, 2) }, () => Math.floor((most * b.random.integer(15, 85)) / 100))].map((mb) => ({ retained_mb: mb, state: 'reserved' })));
  },
});

const kept = conclude('slot-limit', 'slot_kept', {
  reads: { slot_retained: 'dependency' },
  value: (c) => {
    const most = setting(c, 'max_slot_wal_keep_size');
    return most !== undefined && most >= 0 && most < c.count('slot_retained') ? most : undefined;
  },
  bind: (b) => [...some(b, 'slot_retained'), ...one(b, 'setting', { max_slot_wal_keep_size: wantedCount(b, 'slot_kept') })],
});

const backlog = conclude('archive-backlog', 'archive_backlog', {
  value: (c) => positive(c.record('archiver').integer('ready_segments') * c.record('cluster').integer('segment_mb')),
  bind: (b) => [clusterOf({ segment_mb: 16 }), ...one(b, 'archiver', { ready_segments: Math.ceil(wantedCount(b, 'archive_backlog') / 16) })],
});

const delay = conclude('archive-delay', 'archive_delay', {
  reads: { archive_backlog: 'dependency', wal_rate: 'dependency' },
  value: (c) => positive(Math.floor((c.count('archive_backlog') * 60) / c.count('wal_rate'))),
  bind: (b) => some(b, 'archive_backlog', 'wal_rate'),
});

const volume = conclude('wal-volume', 'wal_volume', {
  reads: { slot_retained: 'dependency', slot_kept: 'exception', archive_backlog: 'aggregation' },
  value: (c) => {
    const slots = c.optionalCount('slot_kept') ?? c.optionalCount('slot_retained');
    const waiting = c.optionalCount('archive_backlog');
    return slots === undefined || waiting === undefined ? undefined : slots + waiting + (setting(c, 'wal_keep_size') ?? 0);
  },
  bind: (b) => [
    ...oneOf(b, 'slot_retained', 'slot_kept'), ...some(b, 'archive_backlog'),
    ...(b.random.chance(0.5) ? one(b, 'setting', { wal_keep_size: b.random.integer(1000, 5000) }) : []),
  ],
});

const daily = conclude('wal-per-day', 'wal_per_day', {
  reads: { wal_rate: 'dependency', full_page_mb: 'exception' },
  value: (c) => positive(24 * c.count('wal_rate') - c.count('full_page_mb')),
  bind: (b) => some(b, 'wal_rate', 'full_page_mb'),
});

/** A volume that is a little larger than what lies on it. */
function volumeSize(b: Parameters<typeof some>[0]): number {
  return Math.floor((knownCount(b, 'wal_volume') * b.random.integer(108, 120)) / 100);
}

const alarm = conclude('wal-alarm', 'wal_alarm', {
  reads: { wal_volume: 'dependency' },
  value: (c) => positive(c.count('wal_volume') - Math.floor((c.record('cluster').integer('wal_volume_mb') * c.limit('WAL_SHARE', tier(c))) / 100)),
  bind: (b) => [...some(b, 'wal_volume'), clusterOf({ wal_volume_mb: volumeSize(b) })],
});

const untilFull = conclude('minutes-to-full', 'minutes_to_full', {
  reads: { wal_volume: 'dependency', wal_rate: 'dependency' },
  value: (c) => positive(Math.floor(((c.record('cluster').integer('wal_volume_mb') - c.count('wal_volume')) * 60) / c.count('wal_rate'))),
  bind: (b) => [...some(b, 'wal_volume', 'wal_rate'), clusterOf({ wal_volume_mb: volumeSize(b) })],
});

const full = conclude('full-at', 'full_at', {
  type: 'time',
  reads: { minutes_to_full: 'temporal' },
  value: (c) => addMinutes(c.record('cluster').text('checked'), BigInt(c.count('minutes_to_full'))),
  bind: (b) => some(b, 'minutes_to_full'),
});

/** Minutes to act: what is left of the time to a full volume when the archiver's backlog is gone. */
const margin = conclude('margin', 'margin_minutes', {
  reads: { minutes_to_full: 'temporal', archive_delay: 'temporal' },
  value: (c) => positive(c.count('minutes_to_full') - c.count('archive_delay')),
  bind: (b) => some(b, 'minutes_to_full', 'archive_delay'),
});

export const WAL_RULES: readonly RuleModule[] = [rate, distance, byVolume, interval, perDay, fullPages, retained, kept, backlog, delay, volume, daily, alarm, untilFull, full, margin];
