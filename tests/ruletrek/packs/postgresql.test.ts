/** The PostgreSQL pack: hand-worked clusters, its documents and files, and an instance from building to its checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstance } from '../../../src/ruletrek/build/build-instance.ts';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { FactRecord, Value } from '../../../src/ruletrek/core/facts.ts';
import { packHash } from '../../../src/ruletrek/instance/draft.ts';
import { readInstance } from '../../../src/ruletrek/instance/read.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { CONFLICTS, MODES } from '../../../src/ruletrek/packs/postgresql/lock-modes.ts';
import { POSTGRESQL_PACK } from '../../../src/ruletrek/packs/postgresql/pack.ts';
import { POSTGRESQL_NUMBERS } from '../../../src/ruletrek/packs/postgresql/parameters.ts';
import { hbaConf, serverConf } from '../../../src/ruletrek/packs/postgresql/server-files.ts';
import { textOf } from '../../../src/ruletrek/render/table.ts';
import { engineOf } from '../../../src/ruletrek/scenario/state.ts';

const { set } = POSTGRESQL_PACK;
const ordered = orderRules(set.rules);
type Fields = Readonly<Record<string, Value>>;

function rows(kind: string, ...list: readonly Fields[]): FactRecord[] {
  return list.map((fields, i) => ({ subject: `${kind}-${i + 1}`, kind, fields: { cluster: 'orders-ams-3', ...fields } }));
}

/** Values of solver A from given values and rows of a production cluster. */
function valuesOf(given: Fields, further: readonly FactRecord[] = [], cluster: Fields = {}): (name: string) => Value | undefined {
  const fields = { cluster: 'orders-ams-3', relation: 'core.events', tier: 'production', checked: '2026-10-20T12:00:00Z', ...cluster };
  const { values } = evaluate(set, ordered, [{ subject: 'cluster-1', kind: 'cluster', fields }, { subject: 'given', kind: 'given', fields: given }, ...further]);
  return (name) => values.get(name);
}

describe('vacuum', () => {
  it('adds base and scale; the table comes before the configuration, and the cap needs version 18', () => {
    const facts = [
      ...rows('table_stats', { relation: 'core.events', live_rows: 1_000_001, dead_rows: 200_000 }), ...rows('setting', { autovacuum_vacuum_scale_factor: '0.15', autovacuum_vacuum_max_threshold: 60_000 }),
    ];
    // 50 + 0.15 × 1,000,001 = 150,050.15; with the table's 0.08 it is 80,050.08.
    expect(valuesOf({}, facts)('vacuum_threshold')).toBe(150_050);
    expect(valuesOf({}, [...facts, ...rows('option', { relation: 'core.events', autovacuum_vacuum_scale_factor: '0.08' })])('vacuum_threshold')).toBe(80_050);
    expect([17, 18].map((version) => valuesOf({}, facts, { version })('dead_excess'))).toEqual([49_950, 140_000]);
  });

  it('partitioned tables are not analyzed', () => {
    const threshold = (partitioned: boolean): unknown => valuesOf({}, rows('table_stats', { relation: 'core.events', live_rows: 1000, partitioned }))('analyze_threshold');
    expect([threshold(false), threshold(true)]).toEqual([150, undefined]);
  });

  it('a limit of the table counts only where it is lower', () => {
    const forced = (own: number): unknown => valuesOf({ oldest_age: 500, freeze_limit: 300, table_freeze_limit: own })('forced_excess');
    expect([forced(100), forced(400)]).toEqual([400, 200]);
  });

  it('standbys without feedback hold nothing back', () => {
    const holders = rows('xmin_holder', { age: 70_000_000 }, { age: 90_000_000, feedback: false }, { age: 80_000_000, feedback: true });
    expect(valuesOf({ oldest_age: 300_000_000 }, holders)('freed_ids')).toBe(220_000_000);
  });
});

describe('server', () => {
  it('connections: the running number until the restart, then the automatic file, then the file', () => {
    const facts = [...rows('setting', { max_connections: 100 }), ...rows('auto_setting', { max_connections: 200 })];
    const running = (changed: string): FactRecord[] => rows('running', { started: '2026-10-10T00:00:00Z', connections_changed: changed, max_connections: 80 });
    expect(valuesOf({}, facts)('client_slots')).toBe(197);
    expect(valuesOf({}, [...facts, ...running('2026-10-09T00:00:00Z')])('connections_in_force')).toBe(200);
    expect(valuesOf({}, [...facts, ...running('2026-10-11T00:00:00Z')])('connections_in_force')).toBe(80);
  });

  it('headroom is another from 5 October on', () => {
    // 100 × 1.25 + 3 = 128 → 130; 100 × 1.40 + 3 = 143 → 150.
    const needed = (date: string): unknown => valuesOf({ pool_demand: 100, change_date: date })('connections_needed');
    expect([needed('2026-10-04'), needed('2026-10-05')]).toEqual([130, 150]);
  });

  it('slots keep what their limit allows, and -1 is no limit', () => {
    const kept = (limit: number): unknown => valuesOf({ slot_retained: 9000, archive_backlog: 160 }, rows('setting', { max_slot_wal_keep_size: limit }))('wal_volume');
    expect([kept(4000), kept(-1), kept(9500)]).toEqual([4160, 9160, 9160]);
  });

  it('role before database before system', () => {
    expect(valuesOf({ system_work_mem: 4, database_work_mem: 16, role_work_mem: 64 })('hash_memory')).toBe(128);
    expect(valuesOf({ system_work_mem: 4, database_work_mem: 16 })('hash_memory')).toBe(32);
  });
});

describe('changes and backups', () => {
  it('a freeze moves the change to the Sunday after it', () => {
    // Filed on Monday 5 October 2026 + 5 days = Saturday 10 October; the freeze until Sunday 11 releases Monday 12, Sunday is 18.
    const date = (last: string): unknown => valuesOf({}, [...rows('request', { filed: '2026-10-05' }), ...rows('freeze', { first: '2026-10-01', last })])('change_date');
    expect([date('2026-10-09'), date('2026-10-11')]).toEqual(['2026-10-11', '2026-10-18']);
  });

  const fulls = rows('full_backup', ...['2026-10-19T12:00:00Z', '2026-10-12T11:30:00Z', '2026-10-05T12:00:00Z'].map((finished) => ({ finished })), { finished: '2026-10-20T01:00:00Z', state: 'failed' });

  it('count and time keep other backups; the notice adds one', () => {
    // Ages: 24 h, 192 h, 360 h; the failed one does not count. Of at least 10 days is only the oldest.
    const hours = (type: string, number: number, given: Fields = {}): unknown => valuesOf(given, [...fulls, ...rows('repository', { retention_full_type: type, retention_full: number })])('full_hours');
    expect([hours('count', 2), hours('time', 10), hours('time', 8), hours('count', 2, { change_date: '2026-09-14' })]).toEqual([192, 360, 192, 360]);
  });

  it('full backups count as differential ones for the archive', () => {
    const facts = [...fulls, ...rows('diff_backup', { finished: '2026-10-18T12:00:00Z' }), ...rows('repository', { retention_archive_type: 'diff', retention_archive: 3 })];
    expect(valuesOf({}, facts)('archive_hours')).toBe(192);
  });
});

describe('locks and access', () => {
  it('conflicts are mutual', () => {
    const wrong = MODES.flatMap((a) => MODES.filter((b) => CONFLICTS[a]!.includes(b) !== CONFLICTS[b]!.includes(a)).map((b) => `${a} ${b}`));
    expect(wrong).toEqual([]);
  });

  it('a concurrent index waits for fewer locks', () => {
    const held = rows('held_lock', ...['row exclusive', 'share', 'access share'].map((mode) => ({ relation: 'core.events', mode, remaining: 10 })));
    const blockers = (concurrently: boolean): unknown => valuesOf({}, [...held, ...rows('command', { verb: 'create index', concurrently })])('blockers');
    // share conflicts with row exclusive only, share update exclusive with share only.
    expect([blockers(false), blockers(true)]).toEqual([1, 1]);
    expect(valuesOf({}, [...held, ...rows('command', { verb: 'reindex', concurrently: false })])('blockers')).toBe(3);
  });

  it('the first entry that matches decides, by number and not by place among the records', () => {
    const client = rows('connection', { ssl: true, database: 'orders', user: 'app', address: '10.1.2.3', password: 'md5' });
    const members = rows('membership', { role: 'readers', member: 'app' }, { role: 'auditors', member: 'readers' });
    const hba = rows('hba', { entry: 'hostnossl all all 10.0.0.0/8 trust' }, { entry: 'host orders all 10.2.0.0/16 reject' }, { entry: 'hostssl orders +auditors 10.1.0.0/16 md5' }, { entry: 'host all all 10.0.0.0/8 cert' });
    const value = valuesOf({}, [...client, ...members, ...hba.reverse()]);
    expect([value('login_roles'), value('hba_line'), value('auth_method')]).toEqual(['app auditors readers', 3, 'md5']);
    expect(valuesOf({ change_date: '2026-10-11' }, [...client, ...members, ...hba])('auth_method')).toBe('reject');
  });
});

describe('documents and files', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await POSTGRESQL_PACK.documents();
    for (const source of POSTGRESQL_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(POSTGRESQL_PACK.sources.map(({ id }) => id).sort()).toEqual(set.rules.map(({ id }) => id).sort());
    const names = set.rules.flatMap(({ emits }) => Object.keys(emits));
    expect(new Set(names).size).toBe(names.length);
    const notices = documents.find(({ path }) => path.endsWith('notice-2026.md'))!.lines.join(' ');
    for (const { label, versions } of Object.values(POSTGRESQL_NUMBERS)) if (label === undefined) expect(notices).toContain(versions['2026']![''] as string);
  });

  it('postgresql.conf and pg_hba.conf come back as they were', async () => {
    const columns = ['id', 'cluster', 'work_mem', 'max_connections'].map((name) => ({ name, type: 'text' as const }));
    const written = await serverConf.write([{ name: 'setting', columns, rows: [['setting-1', 'a', '64', '100'], ['setting-2', 'b', '', '-1']] }]);
    expect(textOf(written.bytes)).toContain('work_mem = 64MB\n');
    expect(written.places('setting', 0, 2)).toEqual(['L2', 'work_mem']);
    expect((await serverConf.read(written.bytes))['setting']).toEqual([{ id: 'setting-1', cluster: 'a', work_mem: '64', max_connections: '100' }, { id: 'setting-2', cluster: 'b', max_connections: '-1' }]);
    const hba = await hbaConf.write([{ name: 'hba', columns: ['id', 'cluster', 'entry'].map((name) => ({ name, type: 'text' as const })), rows: [['hba-10', 'a', 'host all all 10.0.0.0/8 md5'], ['hba-2', 'a', 'host x y 10.0.0.0/8 cert']] }]);
    expect((await hbaConf.read(hba.bytes))['hba']!.map(({ id }) => id)).toEqual(['hba-2', 'hba-10']);
  });
});

describe('an instance', () => {
  const root = mkdtempSync(join(tmpdir(), 'ruletrek-postgresql-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('passes all checks from its files, with the graph that was ordered', async () => {
    const documents = await POSTGRESQL_PACK.documents();
    const context = { pack: POSTGRESQL_PACK, engine: engineOf(set), documents, sha256: packHash(POSTGRESQL_PACK, documents) };
    const { draft } = await buildInstance(context, root, { id: 'postgresql-001', target: { nodes: 6, depth: 2 }, seed: 'test', taken: new Set() });
    expect([draft.graph.nodes.length, draft.graph.depth]).toEqual([6, 2]);
    const { task, stages } = await readInstance(root);
    expect(task.domain).toBe('postgresql');
    expect(stages).toHaveLength(6);
  });
});
