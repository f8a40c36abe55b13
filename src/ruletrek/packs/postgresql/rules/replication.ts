/** Standbys: lag and catching up, waiting for commits, cancelled queries, senders, parameters that must not be lower. */
import { addMinutes, secondsOf, timeOfSeconds } from '../../../core/dates.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { checkedOf, clusterOf, hoursBefore, knownCount, many, one, some, wantedCount } from '../draw.ts';
import { conclude, setting, tier } from './conclude.ts';

/** Parameters that a standby needs at least as high as its primary. */
const AT_LEAST: readonly string[] = ['max_connections', 'max_prepared_transactions', 'max_locks_per_transaction', 'max_wal_senders', 'max_worker_processes'];
const OTHERS = ['shared_buffers', 'work_mem', 'maintenance_work_mem'] as const;

const lag = conclude('replay-lag', 'replay_lag', {
  value: (c) => positive(Math.max(0, ...c.records('replica').map((row) => row.integer('sent_mb') - row.integer('replayed_mb')))),
  bind: (b) => {
    const most = wantedCount(b, 'replay_lag');
    const sent = b.random.integer(2_000_000, 9_000_000);
    const lags = [most, ...Array.from({ length: b.random.integer(1, 3) }, () => Math.floor((most * b.random.integer(5, 80)) / 100))];
    return many(b, 'replica', lags.map((behind) => ({ state: 'streaming', sent_mb: sent, replayed_mb: sent - behind })));
  },
});

const lagExcess = conclude('lag-excess', 'lag_excess', {
  reads: { replay_lag: 'dependency' },
  value: (c) => positive(c.count('replay_lag') - c.limit('LAG_LIMIT', tier(c))),
  bind: (b) => some(b, 'replay_lag'),
});

const lagMinutes = conclude('lag-minutes', 'lag_minutes', {
  reads: { lag_excess: 'dependency', wal_rate: 'dependency' },
  value: (c) => positive(Math.ceil((c.count('lag_excess') * 60) / c.count('wal_rate'))),
  bind: (b) => some(b, 'lag_excess', 'wal_rate'),
});

const headStart = conclude('head-start', 'head_start', {
  reads: { minutes_to_full: 'temporal', catchup_minutes: 'temporal' },
  value: (c) => positive(c.count('minutes_to_full') - c.count('catchup_minutes')),
  bind: (b) => some(b, 'minutes_to_full', 'catchup_minutes'),
});

const catchUp = conclude('catch-up', 'catchup_minutes', {
  reads: { replay_lag: 'dependency', wal_rate: 'dependency' },
  value: (c) => {
    const gain = c.record('cluster').integer('replay_rate') - c.count('wal_rate');
    return gain <= 0 ? undefined : Math.ceil((c.count('replay_lag') * 60) / gain);
  },
  bind: (b) => [...some(b, 'replay_lag', 'wal_rate'), clusterOf({ replay_rate: knownCount(b, 'wal_rate') + b.random.integer(2000, 9000) })],
});

const caughtUp = conclude('caught-up-at', 'caught_up_at', {
  type: 'time',
  reads: { catchup_minutes: 'temporal' },
  value: (c) => addMinutes(c.record('cluster').text('checked'), BigInt(c.count('catchup_minutes'))),
  bind: (b) => some(b, 'catchup_minutes'),
});

/** The time after which so many standbys have answered as the quorum needs. */
function quorumOf(c: RuleContext, field: string): number | undefined {
  const times = c.records('acknowledgement').filter((row) => row.has(field)).map((row) => row.integer(field)).sort((a, b) => a - b);
  return times.length === 0 ? undefined : times[c.record('cluster').integer('quorum') - 1];
}

/** A rule for the wait until a quorum of standbys has written, or has replayed. */
function waitRule(id: string, name: string, field: string): RuleModule {
  return conclude(id, name, {
    value: (c) => quorumOf(c, field),
    bind: (b) => {
      const middle = wantedCount(b, name);
      const times = [middle - b.random.integer(1, 2), middle, middle + b.random.integer(5, 30), middle + b.random.integer(31, 60)];
      return [clusterOf({ quorum: 2 }), ...many(b, 'acknowledgement', times.map((ms) => ({ state: 'streaming', [field]: ms })))];
    },
  });
}

const flushed = waitRule('quorum-wait', 'quorum_wait', 'flush_ms');
const applied = waitRule('apply-wait', 'apply_wait', 'apply_ms');

const commit = conclude('commit-time', 'commit_ms', {
  reads: { quorum_wait: 'dependency', apply_wait: 'override' },
  value: (c) => {
    const wait = c.optionalCount('apply_wait') ?? c.optionalCount('quorum_wait');
    return wait === undefined ? undefined : wait + c.record('cluster').integer('flush_ms');
  },
  bind: (b) => [clusterOf({ flush_ms: b.random.integer(2, 9) }), ...(b.derived.has('apply_wait') ? [] : some(b, 'quorum_wait'))],
});

const streaming = conclude('streaming-delay', 'streaming_delay', {
  value: (c) => setting(c, 'max_standby_streaming_delay'),
  bind: (b) => one(b, 'setting', { max_standby_streaming_delay: wantedCount(b, 'streaming_delay') }),
});

const archived = conclude('archive-conflict-delay', 'archive_conflict_delay', {
  value: (c) => (c.record('conflict').text('source') === 'archive' ? setting(c, 'max_standby_archive_delay') : undefined),
  bind: (b) => [...one(b, 'conflict', { source: 'archive' }), ...one(b, 'setting', { max_standby_archive_delay: wantedCount(b, 'archive_conflict_delay') })],
});

const cancelled = conclude('cancelled-at', 'cancelled_at', {
  type: 'time',
  reads: { streaming_delay: 'temporal', archive_conflict_delay: 'override' },
  value: (c) => {
    const seconds = c.optionalCount('archive_conflict_delay') ?? c.optionalCount('streaming_delay') ?? c.limit('STREAMING_DELAY');
    return timeOfSeconds(secondsOf(c.record('conflict').text('received')) + BigInt(seconds));
  },
  bind: (b) => one(b, 'conflict', { received: hoursBefore(checkedOf(b), b.random.integer(1, 20), b.random.integer(1, 50)) }),
});

const lower = conclude('lower-parameters', 'lower_parameters', {
  value: (c) => positive(c.records('parameter_pair').filter((row) => AT_LEAST.includes(row.text('parameter')) && row.integer('on_standby') < row.integer('on_primary')).length),
  bind: (b) => {
    const names = [...b.random.shuffle([...AT_LEAST]).slice(0, wantedCount(b, 'lower_parameters')), b.random.pick(OTHERS)];
    return many(b, 'parameter_pair', names.map((parameter) => {
      const standby = b.random.integer(8, 120);
      return { parameter, on_primary: standby + b.random.integer(4, 80), on_standby: standby };
    }));
  },
});

export const REPLICATION_RULES: readonly RuleModule[] = [lag, lagExcess, lagMinutes, catchUp, headStart, caughtUp, flushed, applied, commit, streaming, archived, cancelled, lower];
