/** Connections: which setting is in force, what clients get, what they ask for. */
import type { RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { checkedOf, clusterOf, hoursBefore, knownCount, many, one, oneOf, partsOf, some, wantedCount } from '../draw.ts';
import { given } from '../../draw.ts';
import { lateChange } from './maintenance.ts';
import { conclude, holder, setting, tier } from './conclude.ts';

/** The version that brought connections reserved for roles. */
const RESERVED_FROM = 16;

const file = conclude('file-connections', 'file_connections', {
  value: (c) => setting(c, 'max_connections'),
  bind: (b) => one(b, 'setting', { max_connections: wantedCount(b, 'file_connections') }),
});

const auto = conclude('auto-connections', 'auto_connections', {
  value: (c) => holder(c, 'auto_setting', 'max_connections')?.integer('max_connections'),
  bind: (b) => one(b, 'auto_setting', { max_connections: wantedCount(b, 'auto_connections') }),
});

const running = conclude('pending-connections', 'running_connections', {
  value: (c) => {
    const server = holder(c, 'running', 'connections_changed');
    return server !== undefined && server.text('connections_changed') > server.text('started') ? server.integer('max_connections') : undefined;
  },
  bind: (b) => {
    const checked = checkedOf(b);
    return [...one(b, 'running', { started: hoursBefore(checked, 60), connections_changed: hoursBefore(checked, b.random.integer(2, 40)), max_connections: wantedCount(b, 'running_connections') })];
  },
});

const inForce = conclude('connections-in-force', 'connections_in_force', {
  reads: { file_connections: 'dependency', auto_connections: 'override', running_connections: 'temporal' },
  value: (c) => c.optionalCount('running_connections') ?? c.optionalCount('auto_connections') ?? c.optionalCount('file_connections'),
  bind: (b) => oneOf(b, 'file_connections', 'auto_connections', 'running_connections'),
});

const reserved = conclude('reserved-connections', 'reserved_slots', {
  value: (c) => (c.record('cluster').integer('version') >= RESERVED_FROM ? setting(c, 'reserved_connections') : undefined),
  bind: (b) => [clusterOf({ version: b.random.chance(0.5) ? RESERVED_FROM : 18 }), ...one(b, 'setting', { reserved_connections: wantedCount(b, 'reserved_slots') })],
});

const slots = conclude('client-connections', 'client_slots', {
  reads: { connections_in_force: 'dependency', reserved_slots: 'exception' },
  value: (c) => positive(c.count('connections_in_force') - c.limit('SUPERUSER_SLOTS') - (c.optionalCount('reserved_slots') ?? 0)),
  bind: (b) => some(b, 'connections_in_force'),
});

const demand = conclude('pool-demand', 'pool_demand', {
  value: (c) => positive(c.records('pool').reduce((sum, row) => sum + row.integer('instances') * row.integer('size'), 0)),
  bind: (b) => many(b, 'pool', partsOf(b, Math.floor(wantedCount(b, 'pool_demand') / 3), b.random.integer(2, 3)).map((size) => ({ state: 'running', instances: 3, size }))),
});

const excess = conclude('connection-excess', 'connection_excess', {
  reads: { pool_demand: 'dependency', client_slots: 'dependency' },
  value: (c) => positive(c.count('pool_demand') - c.count('client_slots')),
  bind: (b) => {
    const free = knownCount(b, 'client_slots');
    const demand = b.values.has('pool_demand') ? knownCount(b, 'pool_demand') : free + wantedCount(b, 'connection_excess');
    return given(b, { client_slots: free, pool_demand: demand });
  },
});

const headroom = conclude('amended-headroom', 'amended_headroom', {
  reads: { change_date: 'temporal' },
  value: (c) => (c.text('change_date') >= '2026-10-05' ? c.limit('AMENDED_HEADROOM') : undefined),
  bind: lateChange,
});

const needed = conclude('connections-needed', 'connections_needed', {
  reads: { pool_demand: 'dependency', amended_headroom: 'temporal' },
  value: (c) => {
    const share = 100 + (c.optionalCount('amended_headroom') ?? c.limit('HEADROOM', tier(c)));
    return Math.ceil((c.count('pool_demand') * share + 100 * c.limit('SUPERUSER_SLOTS')) / 1000) * 10;
  },
  bind: (b) => some(b, 'pool_demand'),
});

export const CONNECTION_RULES: readonly RuleModule[] = [file, auto, running, inForce, reserved, slots, demand, excess, headroom, needed];
