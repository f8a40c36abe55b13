/** Locks on a table: the mode of a command, what stands in its way, how long it waits, and what waits behind it. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { positive } from '../../conclude.ts';
import { clusterOf, many, one, oneOf, some, wantedCount } from '../draw.ts';
import { CONCURRENT_MODE_OF, CONFLICTS, MODE_OF, MODES } from '../lock-modes.ts';
import { conclude, setting } from './conclude.ts';

/** Modes that conflict with some and not with others, for draws. */
const DRAWN_MODES = ['row exclusive', 'share update exclusive', 'share', 'share row exclusive'] as const;

const concurrent = conclude('concurrent-mode', 'concurrent_mode', {
  type: 'enum',
  value: (c) => (c.record('command').flag('concurrently') ? CONCURRENT_MODE_OF[c.record('command').text('verb')] : undefined),
  bind: (b) => one(b, 'command', { verb: b.random.pick(Object.keys(CONCURRENT_MODE_OF)), concurrently: true }),
});

const requested = conclude('requested-mode', 'requested_mode', {
  type: 'enum',
  reads: { concurrent_mode: 'override' },
  value: (c) => c.optionalText('concurrent_mode') ?? MODE_OF[c.record('command').text('verb')],
  bind: (b) => {
    const fitting = Object.keys(MODE_OF).filter((verb) => b.want['requested_mode'] === undefined || MODE_OF[verb] === b.want['requested_mode']);
    return b.derived.has('concurrent_mode') ? [] : one(b, 'command', { verb: b.random.pick(fitting) });
  },
});

/** Rows of the table whose mode conflicts with the requested one. */
function inTheWay(c: RuleContext, kind: string): RecordView[] {
  const conflicts = CONFLICTS[c.text('requested_mode')] ?? [];
  return c.records(kind).filter((row) => conflicts.includes(row.text('mode')));
}

/** A requested mode, and locks of which some conflict with it; those that do not last longest. */
function locks(b: Binder, kind: string, count: number): Facts {
  const mode = (b.values.get('requested_mode') as string | undefined) ?? b.random.pick(DRAWN_MODES);
  const [against, beside] = [CONFLICTS[mode] ?? [], MODES.filter((one) => CONFLICTS[mode]?.includes(one) !== true)];
  const time = (low: number, high: number): Readonly<Record<string, number>> => (kind === 'held_lock' ? { remaining: b.random.integer(low, high) } : {});
  const conflicting = Array.from({ length: count }, () => ({ mode: b.random.pick(against), ...time(60, 900) }));
  const harmless = beside.length === 0 ? [] : [{ mode: b.random.pick(beside), ...time(910, 1900) }];
  return [...given(b, { requested_mode: mode }), ...many(b, kind, [...conflicting, ...harmless])];
}

const blockers = conclude('blockers', 'blockers', {
  reads: { requested_mode: 'dependency' },
  value: (c) => positive(inTheWay(c, 'held_lock').length),
  bind: (b) => locks(b, 'held_lock', wantedCount(b, 'blockers')),
});

const queue = conclude('lock-queue', 'lock_queue', {
  reads: { blockers: 'aggregation', requested_mode: 'dependency' },
  value: (c) => {
    const waiting = inTheWay(c, 'waiting_lock').length;
    return waiting === 0 ? undefined : waiting + c.count('blockers');
  },
  bind: (b) => [...some(b, 'blockers'), ...locks(b, 'waiting_lock', b.random.integer(1, 3))],
});

const blocked = conclude('blocked-seconds', 'blocked_seconds', {
  reads: { requested_mode: 'dependency' },
  value: (c) => positive(Math.max(0, ...inTheWay(c, 'held_lock').map((row) => row.integer('remaining')))),
  bind: (b) => locks(b, 'held_lock', wantedCount(b, 'blockers')),
});

const wait = conclude('lock-timeout', 'wait_seconds', {
  reads: { blocked_seconds: 'dependency' },
  value: (c) => {
    const most = setting(c, 'lock_timeout');
    return most !== undefined && most > 0 && most < c.count('blocked_seconds') ? most : undefined;
  },
  bind: (b) => [...some(b, 'blocked_seconds'), ...one(b, 'setting', { lock_timeout: wantedCount(b, 'wait_seconds') })],
});

const held = conclude('held-queries', 'held_queries', {
  reads: { blocked_seconds: 'dependency', wait_seconds: 'exception' },
  value: (c) => {
    const seconds = c.optionalCount('wait_seconds') ?? c.optionalCount('blocked_seconds');
    return seconds === undefined ? undefined : positive(seconds * c.record('cluster').integer('query_rate'));
  },
  bind: (b) => [clusterOf({ query_rate: b.random.integer(40, 400) }), ...oneOf(b, 'blocked_seconds', 'wait_seconds')],
});

export const LOCK_RULES: readonly RuleModule[] = [concurrent, requested, blockers, queue, blocked, wait, held];
