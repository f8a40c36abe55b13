/** Memory: work_mem by precedence, what a query and all sessions may take, and the budget of the machine. */
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { clusterOf, knownCount, many, ofTier, one, oneOf, some, wantedCount } from '../draw.ts';
import { conclude, holder, setting, tier } from './conclude.ts';

const system = conclude('system-work-mem', 'system_work_mem', {
  value: (c) => setting(c, 'work_mem'),
  bind: (b) => one(b, 'setting', { work_mem: wantedCount(b, 'system_work_mem') }),
});

const database = conclude('database-work-mem', 'database_work_mem', {
  value: (c) => holder(c, 'database_setting', 'work_mem')?.integer('work_mem'),
  bind: (b) => one(b, 'database_setting', { work_mem: wantedCount(b, 'database_work_mem') }),
});

const role = conclude('role-work-mem', 'role_work_mem', {
  value: (c) => holder(c, 'role_setting', 'work_mem')?.integer('work_mem'),
  bind: (b) => one(b, 'role_setting', { work_mem: wantedCount(b, 'role_work_mem') }),
});

const workMem = conclude('work-mem', 'work_mem_mb', {
  reads: { system_work_mem: 'dependency', database_work_mem: 'override', role_work_mem: 'precedence' },
  value: (c) => c.optionalCount('role_work_mem') ?? c.optionalCount('database_work_mem') ?? c.optionalCount('system_work_mem'),
  bind: (b) => oneOf(b, 'system_work_mem', 'database_work_mem', 'role_work_mem'),
});

const hash = conclude('hash-memory', 'hash_memory', {
  reads: { work_mem_mb: 'dependency' },
  value: (c) => positive(Math.floor((c.count('work_mem_mb') * c.limit('HASH_MULTIPLIER')) / 1000)),
  bind: (b) => some(b, 'work_mem_mb'),
});

function nodeMemory(c: RuleContext, row: RecordView): number {
  return row.integer('count') * (row.text('node') === 'hash' ? c.count('hash_memory') : c.count('work_mem_mb'));
}

const query = conclude('query-memory', 'query_memory', {
  reads: { work_mem_mb: 'dependency', hash_memory: 'dependency' },
  value: (c) => positive(c.records('plan_node').reduce((sum, row) => sum + nodeMemory(c, row), 0)),
  bind: (b) => [...some(b, 'work_mem_mb', 'hash_memory'), ...many(b, 'plan_node', [{ node: 'sort', count: b.random.integer(1, 4) }, { node: 'hash', count: b.random.integer(1, 3) }])],
});

const sessions = conclude('session-count', 'session_count', {
  reads: { pool_demand: 'dependency', connection_excess: 'exception' },
  value: (c) => positive(c.count('pool_demand') - (c.optionalCount('connection_excess') ?? 0)),
  bind: (b) => some(b, 'pool_demand'),
});

const all = conclude('sessions-memory', 'sessions_memory', {
  reads: { query_memory: 'dependency', session_count: 'aggregation' },
  value: (c) => c.count('query_memory') * c.count('session_count'),
  bind: (b) => some(b, 'query_memory', 'session_count'),
});

const ownMemory = conclude('autovacuum-memory', 'autovacuum_memory', {
  value: (c) => positive(setting(c, 'autovacuum_work_mem') ?? 0),
  bind: (b) => one(b, 'setting', { autovacuum_work_mem: wantedCount(b, 'autovacuum_memory') }),
});

const maintenance = conclude('maintenance-memory', 'maintenance_memory', {
  reads: { autovacuum_memory: 'override' },
  value: (c) => {
    const each = c.optionalCount('autovacuum_memory') ?? setting(c, 'maintenance_work_mem');
    return each === undefined ? undefined : each * (setting(c, 'autovacuum_max_workers') ?? c.limit('WORKERS'));
  },
  bind: (b) => (b.derived.has('autovacuum_memory') ? [] : one(b, 'setting', { maintenance_work_mem: b.random.integer(256, 1500), ...(b.random.chance(0.5) ? { autovacuum_max_workers: b.random.integer(4, 6) } : {}) })),
});

const shared = conclude('shared-memory', 'shared_memory', {
  value: (c) => {
    const buffers = setting(c, 'shared_buffers');
    return buffers === undefined ? undefined : positive(buffers + Math.min(c.record('cluster').integer('segment_mb'), Math.floor(buffers / 32)));
  },
  bind: (b) => [clusterOf({ segment_mb: 16 }), ...one(b, 'setting', { shared_buffers: Math.max(1, wantedCount(b, 'shared_memory') - 16) })],
});

const PARTS = ['shared_memory', 'sessions_memory', 'maintenance_memory'] as const;

const total = conclude('memory-total', 'memory_total', {
  reads: { shared_memory: 'aggregation', sessions_memory: 'aggregation', maintenance_memory: 'aggregation' },
  value: (c) => sumOfSome(c, PARTS),
  bind: (b) => some(b, ...b.random.shuffle([...PARTS]).slice(0, 2)),
});

const excess = conclude('memory-excess', 'memory_excess', {
  reads: { memory_total: 'dependency' },
  value: (c) => positive(c.count('memory_total') - Math.floor((c.record('cluster').integer('ram_mb') * c.limit('MEMORY_SHARE', tier(c))) / 100)),
  bind: (b) => {
    const number = ofTier(b, 'MEMORY_SHARE');
    const rest = Math.max(100, Math.floor((knownCount(b, 'memory_total') * b.random.integer(55, 85)) / 100));
    return [...some(b, 'memory_total'), clusterOf({ ram_mb: Math.floor((rest * 100) / number) })];
  },
});

const close = conclude('sessions-to-close', 'sessions_to_close', {
  reads: { memory_excess: 'dependency', query_memory: 'dependency' },
  value: (c) => positive(Math.ceil(c.count('memory_excess') / c.count('query_memory'))),
  bind: (b) => some(b, 'memory_excess', 'query_memory'),
});

const neededMemory = conclude('needed-memory', 'needed_memory', {
  reads: { connections_needed: 'dependency', query_memory: 'dependency' },
  value: (c) => c.count('connections_needed') * c.count('query_memory'),
  bind: (b) => some(b, 'connections_needed', 'query_memory'),
});

export const MEMORY_RULES: readonly RuleModule[] = [system, database, role, workMem, hash, query, sessions, all, ownMemory, maintenance, shared, total, excess, close, neededMemory];
