/** Changes: what waits for a restart or a reload, on which Sunday it is done, and how long that takes. */
import { addMinutes, dateOfDay, dayNumber } from '../../../core/dates.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { checkedOf, hoursBefore, many, ofTier, one, oneOf, some, wantedCount } from '../draw.ts';
import { conclude, tier } from './conclude.ts';

const RESTART = ['shared_buffers', 'max_connections', 'wal_level', 'max_worker_processes', 'huge_pages', 'max_wal_senders'] as const;
const RELOAD = ['archive_command', 'checkpoint_timeout', 'max_wal_size', 'log_min_duration_statement', 'autovacuum_naptime', 'wal_keep_size'] as const;
/** Changes are drawn from this day on. */
const FIRST_FILING = '2026-09-01';

function sundayFrom(date: string): string {
  const day = dayNumber(date);
  return dateOfDay(day + ((7 - new Date(day * 86_400_000).getUTCDay()) % 7));
}

/** A rule that counts changes of a kind since the server last took such changes up. */
function countRule(id: string, name: string, kind: string, since: 'started' | 'reloaded', parameters: readonly string[]): RuleModule {
  return conclude(id, name, {
    value: (c) => positive(c.records(kind).filter((row) => row.text('changed') > c.record('running').text(since)).length),
    bind: (b) => {
      const checked = checkedOf(b);
      const [late, early] = [wantedCount(b, name), b.random.integer(1, 2)];
      const at = (low: number, high: number): string => hoursBefore(checked, b.random.integer(low, high), b.random.integer(1, 50));
      const times = [...Array.from({ length: late }, () => at(1, 38)), ...Array.from({ length: early }, () => at(62, 90))];
      return [...one(b, 'running', { [since]: hoursBefore(checked, 60) }), ...many(b, kind, times.map((changed, i) => ({ parameter: parameters[i % parameters.length]!, changed })))];
    },
  });
}

const restarts = countRule('pending-restarts', 'pending_restarts', 'restart_change', 'started', RESTART);
const reloads = countRule('pending-reloads', 'pending_reloads', 'reload_change', 'reloaded', RELOAD);

const earliest = conclude('earliest-date', 'earliest_date', {
  type: 'date',
  value: (c) => dateOfDay(dayNumber(c.record('request').text('filed')) + c.limit('NOTICE_DAYS', tier(c))),
  bind: (b) => {
    const number = ofTier(b, 'NOTICE_DAYS');
    const want = b.want['earliest_date'] as string | undefined;
    const filed = want === undefined ? dateOfDay(dayNumber(FIRST_FILING) + b.random.integer(0, 90)) : dateOfDay(dayNumber(want) - number);
    return many(b, 'request', [{ state: 'filed', filed }]);
  },
});

function drawnDate(b: Binder): string {
  return dateOfDay(dayNumber(FIRST_FILING) + b.random.integer(5, 95));
}

const released = conclude('freeze-end', 'released_date', {
  type: 'date',
  reads: { earliest_date: 'temporal' },
  value: (c) => {
    const freeze = c.records('freeze').find((row) => row.text('first') <= c.text('earliest_date') && row.text('last') >= c.text('earliest_date'));
    return freeze === undefined ? undefined : dateOfDay(dayNumber(freeze.text('last')) + 1);
  },
  bind: (b) => {
    const date = (b.values.get('earliest_date') as string | undefined) ?? drawnDate(b);
    const last = dateOfDay(dayNumber(date) + b.random.integer(1, 9));
    return [...given(b, { earliest_date: date }), ...many(b, 'freeze', [{ first: date, last }])];
  },
});

const change = conclude('change-date', 'change_date', {
  type: 'date',
  reads: { earliest_date: 'temporal', released_date: 'override' },
  value: (c) => sundayFrom(c.optionalText('released_date') ?? c.text('earliest_date')),
  bind: (b) => (b.derived.has('released_date') ? [] : given(b, { earliest_date: (b.want['change_date'] as string | undefined) ?? (b.values.get('earliest_date') as string | undefined) ?? drawnDate(b) })),
});

/** A date of change from mid-October on, when all circulars are in force. */
export function lateChange(b: Binder): Facts {
  return given(b, { change_date: sundayFrom(dateOfDay(dayNumber('2026-10-12') + b.random.integer(0, 60))) });
}

const minutes = conclude('window-minutes', 'window_minutes', {
  reads: { pending_restarts: 'aggregation', lower_parameters: 'aggregation', pending_reloads: 'aggregation', vacuum_seconds: 'aggregation', catchup_minutes: 'aggregation' },
  value: (c) => {
    const rounds = (c.optionalCount('pending_restarts') ?? 0) + (c.optionalCount('lower_parameters') ?? 0);
    if (rounds === 0) return undefined;
    return rounds * c.limit('RESTART_MINUTES', tier(c)) + (c.optionalCount('pending_reloads') ?? 0) + Math.ceil((c.optionalCount('vacuum_seconds') ?? 0) / 60) + (c.optionalCount('catchup_minutes') ?? 0);
  },
  bind: (b) => [...oneOf(b, 'pending_restarts', 'lower_parameters'), ...some(b, 'pending_reloads')],
});

const CHANGES = ['pending_restarts', 'pending_reloads', 'lower_parameters'] as const;

const all = conclude('changes-in-all', 'changes_in_all', {
  reads: { pending_restarts: 'aggregation', pending_reloads: 'aggregation', lower_parameters: 'aggregation' },
  value: (c) => sumOfSome(c, CHANGES),
  bind: (b) => some(b, ...b.random.shuffle([...CHANGES]).slice(0, 2)),
});

const end = conclude('window-end', 'window_end', {
  type: 'time',
  reads: { change_date: 'temporal', window_minutes: 'dependency' },
  value: (c) => addMinutes(`${c.text('change_date')}T02:00:00Z`, BigInt(c.count('window_minutes'))),
  bind: (b) => [...lateChange(b), ...some(b, 'window_minutes')],
});

export const MAINTENANCE_RULES: readonly RuleModule[] = [restarts, reloads, earliest, released, change, minutes, all, end];
