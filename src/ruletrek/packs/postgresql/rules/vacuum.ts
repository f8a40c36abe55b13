/** When autovacuum and autoanalyze take up a table, and how long a vacuum takes under its cost limit. */
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { clusterOf, knownCount, one, oneOf, some, wantedCount } from '../draw.ts';
import { conclude, portion, scaleOf, setting } from './conclude.ts';

/** The version that brought the upper limit of the threshold and the share of unfrozen pages. */
const CAPPED_FROM = 18;
const ROWS = [200_000_000, 600_000_000] as const;

function rows(c: RuleContext, field: string): number {
  return c.record('table_stats').integer(field);
}

function decimal(thousandth: number): string {
  return (thousandth / 1000).toFixed(3);
}

const scale = conclude('vacuum-scale', 'vacuum_scale', {
  value: (c) => scaleOf(c, 'setting', 'autovacuum_vacuum_scale_factor'),
  bind: (b) => one(b, 'setting', { autovacuum_vacuum_scale_factor: decimal(wantedCount(b, 'vacuum_scale')) }),
});

const tableScale = conclude('table-scale', 'table_scale', {
  value: (c) => scaleOf(c, 'option', 'autovacuum_vacuum_scale_factor'),
  bind: (b) => one(b, 'option', { autovacuum_vacuum_scale_factor: decimal(wantedCount(b, 'table_scale')) }),
});

const threshold = conclude('vacuum-threshold', 'vacuum_threshold', {
  reads: { table_scale: 'override', vacuum_scale: 'dependency' },
  value: (c) => {
    const share = c.optionalCount('table_scale') ?? c.optionalCount('vacuum_scale') ?? c.limit('VACUUM_SCALE');
    return c.limit('VACUUM_BASE') + portion(rows(c, 'live_rows'), share, 1000);
  },
  bind: (b) => [...one(b, 'table_stats', { live_rows: b.random.integer(...ROWS) }), ...oneOf(b, 'vacuum_scale', 'table_scale')],
});

const cap = conclude('threshold-cap', 'threshold_cap', {
  value: (c) => (c.record('cluster').integer('version') >= CAPPED_FROM ? setting(c, 'autovacuum_vacuum_max_threshold') : undefined),
  bind: (b) => [clusterOf({ version: CAPPED_FROM }), ...one(b, 'setting', { autovacuum_vacuum_max_threshold: wantedCount(b, 'threshold_cap') })],
});

const dead = conclude('dead-excess', 'dead_excess', {
  reads: { vacuum_threshold: 'dependency', threshold_cap: 'exception' },
  value: (c) => positive(rows(c, 'dead_rows') - Math.min(c.count('vacuum_threshold'), c.optionalCount('threshold_cap') ?? Infinity)),
  bind: (b) => [...some(b, 'vacuum_threshold'), ...one(b, 'table_stats', { dead_rows: knownCount(b, 'vacuum_threshold') + wantedCount(b, 'dead_excess') })],
});

const unfrozen = conclude('unfrozen-rows', 'unfrozen_rows', {
  value: (c) => {
    if (c.record('cluster').integer('version') < CAPPED_FROM) return undefined;
    return positive(portion(rows(c, 'live_rows'), rows(c, 'pages') - rows(c, 'frozen_pages'), rows(c, 'pages')));
  },
  bind: (b) => {
    const pages = b.random.integer(20_000_000, 90_000_000);
    return [clusterOf({ version: CAPPED_FROM }), ...one(b, 'table_stats', { live_rows: b.random.integer(...ROWS), pages, frozen_pages: Math.floor((pages * b.random.integer(15, 70)) / 100) })];
  },
});

const insertThreshold = conclude('insert-threshold', 'insert_threshold', {
  reads: { unfrozen_rows: 'override' },
  value: (c) => {
    const share = scaleOf(c, 'setting', 'autovacuum_vacuum_insert_scale_factor') ?? c.limit('INSERT_SCALE');
    return c.limit('INSERT_BASE') + portion(c.optionalCount('unfrozen_rows') ?? rows(c, 'live_rows'), share, 1000);
  },
  bind: (b) => [
    ...(b.derived.has('unfrozen_rows') ? [] : one(b, 'table_stats', { live_rows: b.random.integer(...ROWS) })),
    ...(b.random.chance(0.5) ? one(b, 'setting', { autovacuum_vacuum_insert_scale_factor: decimal(b.random.integer(60, 190)) }) : []),
  ],
});

const inserted = conclude('insert-excess', 'insert_excess', {
  reads: { insert_threshold: 'dependency' },
  value: (c) => positive(rows(c, 'inserted') - c.count('insert_threshold')),
  bind: (b) => [...some(b, 'insert_threshold'), ...one(b, 'table_stats', { inserted: knownCount(b, 'insert_threshold') + wantedCount(b, 'insert_excess') })],
});

const analyzeThreshold = conclude('analyze-threshold', 'analyze_threshold', {
  value: (c) => {
    const table = c.record('table_stats');
    if (table.has('partitioned') && table.flag('partitioned')) return undefined;
    return c.limit('ANALYZE_BASE') + portion(table.integer('live_rows'), scaleOf(c, 'setting', 'autovacuum_analyze_scale_factor') ?? c.limit('ANALYZE_SCALE'), 1000);
  },
  bind: (b) => [
    ...one(b, 'table_stats', { live_rows: b.random.integer(...ROWS), partitioned: false }),
    ...(b.random.chance(0.5) ? one(b, 'setting', { autovacuum_analyze_scale_factor: decimal(b.random.integer(30, 180)) }) : []),
  ],
});

const analyzed = conclude('analyze-excess', 'analyze_excess', {
  reads: { analyze_threshold: 'dependency' },
  value: (c) => positive(rows(c, 'modified') - c.count('analyze_threshold')),
  bind: (b) => [...some(b, 'analyze_threshold'), ...one(b, 'table_stats', { modified: knownCount(b, 'analyze_threshold') + wantedCount(b, 'analyze_excess') })],
});

const EXCESSES = ['dead_excess', 'insert_excess', 'analyze_excess'] as const;

const pending = conclude('pending-rows', 'pending_rows', {
  reads: { dead_excess: 'aggregation', insert_excess: 'aggregation', analyze_excess: 'aggregation' },
  value: (c) => sumOfSome(c, EXCESSES),
  bind: (b) => some(b, ...b.random.shuffle([...EXCESSES]).slice(0, 2)),
});

const share = conclude('cost-share', 'cost_share', {
  value: (c) => positive(Math.floor((setting(c, 'autovacuum_vacuum_cost_limit') ?? c.limit('COST_LIMIT')) / c.record('cluster').integer('active_workers'))),
  bind: (b) => {
    const active = b.random.integer(2, 4);
    return [clusterOf({ active_workers: active }), ...one(b, 'setting', { autovacuum_vacuum_cost_limit: active * wantedCount(b, 'cost_share') })];
  },
});

const seconds = conclude('vacuum-seconds', 'vacuum_seconds', {
  reads: { cost_share: 'dependency' },
  value: (c) => {
    const rounds = Math.ceil((rows(c, 'pages') * c.limit('MISS_COST')) / c.count('cost_share'));
    return positive(Math.ceil((rounds * c.limit('COST_DELAY')) / 1000));
  },
  bind: (b) => [...some(b, 'cost_share'), ...one(b, 'table_stats', { pages: b.random.integer(20_000_000, 90_000_000) })],
});

export const VACUUM_RULES: readonly RuleModule[] = [
  scale, tableScale, threshold, cap, dead, unfrozen, insertThreshold, inserted, analyzeThreshold, analyzed, pending, share, seconds,
];
