/** The cybersecurity pack beside its sources, hand-worked cases, and an instance from composition to checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstance } from '../../../src/ruletrek/build/build-instance.ts';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { Facts, Value } from '../../../src/ruletrek/core/facts.ts';
import { CYBER_PACK } from '../../../src/ruletrek/packs/cyber/pack.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { openPack } from '../../../src/ruletrek/packs/registry.ts';
import { verifyInstance } from '../../../src/ruletrek/verify/verify-instance.ts';
import { sectionsOf } from '../../../src/ruletrek/agents/scripted/sections.ts';
import type { Instance } from '../../../src/ruletrek/instance/read.ts';

const ordered = orderRules(CYBER_PACK.set.rules);

function record(kind: string, number: number, fields: Readonly<Record<string, Value>>): Facts[number] {
  return { subject: `${kind}-${number}`, kind, fields: { system: 'payments', ...fields } };
}

/** Values that follow from given ones and records, at an impact level. */
function solved(fields: Readonly<Record<string, Value>>, further: Facts = [], impact = 'moderate'): (name: string) => Value | undefined {
  const facts: Facts = [{ subject: 'case-1', kind: 'case', fields: { impact, opened: '2026-02-10T08:00:00Z' } }, { subject: 'given', kind: 'given', fields }, ...further];
  const { values } = evaluate(CYBER_PACK.set, ordered, facts);
  return (name) => values.get(name);
}

describe('detections', () => {
  const sets = { spawned_events: 'event-1 event-2 event-10', container_events: 'event-2 event-10', shell_events: 'event-2 event-10', terminal_events: 'event-2 event-10', entrypoint_events: 'event-2 event-10' };

  it('are what is in all sets, in order of numbers', () => {
    expect(solved(sets)('shell_alerts')).toBe('event-2 event-10');
    expect(solved({ ...sets, shell_events: 'event-1' })('shell_alerts')).toBeUndefined();
  });

  it('an allowance excuses an event until it lapses', () => {
    expect(solved({ ...sets, allowed_image_events: 'event-2 event-10' })('shell_alerts')).toBeUndefined();
    expect(solved({ ...sets, allowed_image_events: 'event-2 event-10', lapsed_events: 'event-10' })('shell_alerts')).toBe('event-10');
  });

  it('an allowance lasts through its last day, a window ends before its end', () => {
    const events = ['2026-02-14T23:59:59Z', '2026-02-15T00:00:00Z'].map((time, i) => record('event', i + 1, { time }));
    expect(solved({}, [...events, record('allowance', 1, { image: 'x', until: '2026-02-14' })])('lapsed_events')).toBe('event-2');
    const window = record('maintenance', 1, { start: '2026-02-14T23:59:59Z', end: '2026-02-15T00:00:00Z' });
    expect(solved({}, [...events, window])('maintenance_events')).toBe('event-1');
  });

  it('directories are those of the file itself', () => {
    const files = ['/etc/shadow', '/etc/shadow.bak', '/etc/pam.d/sshd', '/usr/bin/x', '/usr/bin/y/x', '/var/log/a', '/var/log/app/a', '/srv/syslog'];
    const value = solved({}, files.map((file, i) => record('event', i + 1, { file })));
    expect([value('sensitive_events'), value('binary_dir_events'), value('log_file_events')]).toEqual(['event-1 event-3', 'event-4', 'event-6 event-8']);
  });

  it('other systems and other months stay out', () => {
    const events = [record('event', 1, { tty: 5, system: 'intranet' }), record('event', 2, { tty: 5, time: '2026-01-31T23:59:59Z' }), record('event', 3, { tty: 5 })];
    expect(solved({}, events)('terminal_events')).toBe('event-3');
  });
});

describe('triage', () => {
  it('an event counts once, at its gravest priority', () => {
    // critical: event-1 = 10; error: event-2 = 6, event-1 counted already; notice: event-3 = 1.
    expect(solved({ critical_alerts: 'event-1', error_alerts: 'event-1 event-2', notice_alerts: 'event-2 event-3' })('alert_points')).toBe(17);
  });

  it('a burst includes both ends of ten minutes, the span is without the delay of sensors', () => {
    const times = ['2026-02-10T10:00:00Z', '2026-02-10T10:10:00Z', '2026-02-10T10:10:01Z', '2026-02-10T12:00:00Z'].map((time, i) => record('event', i + 1, { time }));
    // 10:00:00–10:10:00 holds two; 10:10:00 and 10:10:01 two. From the first event on: 120 minutes.
    const value = solved({ error_alerts: 'event-1 event-2', warning_alerts: 'event-2 event-3 event-4' }, times);
    expect([value('burst_size'), value('first_alert'), value('alert_minutes')]).toEqual([2, '2026-02-10T09:55:00Z', 120]);
  });
});

describe('access, accounts, flaws', () => {
  it('a lock grows with each further failure', () => {
    // moderate: 4 allowed, 30 minutes; a peak of 6 is two beyond: 3 × 30.
    expect(solved({ failure_peak: 6 })('lock_minutes')).toBe(90);
    expect(solved({ failure_peak: 3 })('lock_minutes')).toBeUndefined();
  });

  it('hours are UTC and weekends count in full', () => {
    // 6 February 2026 is a Friday, 7 a Saturday.
    const times = ['2026-02-06T05:59:00Z', '2026-02-06T06:00:00Z', '2026-02-06T19:59:00Z', '2026-02-06T20:00:00Z', '2026-02-07T12:00:00Z'];
    expect(solved({}, times.map((time, i) => record('logon', i + 1, { time })))('off_hours_logons')).toBe('logon-1 logon-4 logon-5');
  });

  it('no exemption saves the account of a leaver', () => {
    const value = solved({ inactive_accounts: 'account-1 account-2', leaver_accounts: 'account-3', exempt_accounts: 'account-1 account-3' });
    expect([value('disable_accounts'), value('disable_by')]).toEqual(['account-2 account-3', '2026-02-13T08:00:00Z']);
    expect(solved({ disable_accounts: 'account-2', severity: 'critical' })('disable_by')).toBe('2026-02-11T20:00:00Z');
  });

  it('patches are due on the working day before', () => {
    // 16 February 2026 is a Monday: Friday 13; 17 a Tuesday: Monday 16.
    const value = solved({ urgent_due: '2026-02-17', high_due: '2026-02-16' });
    expect([value('patch_due'), value('last_patch_due'), value('patch_overdue_days')]).toEqual(['2026-02-13', '2026-02-16', 17]);
  });
});

describe('severity and deadlines', () => {
  it('a breach goes up to critical at most, an exercise takes one step off after that', () => {
    expect(solved({ base_severity: 'high', breach_steps: 2 })('severity')).toBe('critical');
    expect(solved({ base_severity: 'high', breach_steps: 2, is_exercise: true })('severity')).toBe('high');
    expect(solved({ base_severity: 'low', is_exercise: true })('severity')).toBe('low');
  });

  it('deadlines go over midnight and month in UTC', () => {
    // high: 120 minutes, then 24 hours.
    const value = solved({ severity: 'high', discovered_at: '2026-02-27T23:30:00Z' });
    // 27 February 2026 is a Friday: five working days end on Friday 6 March.
    expect([value('respond_by'), value('contain_by'), value('report_due')]).toEqual(['2026-02-28T01:30:00Z', '2026-03-01T01:30:00Z', '2026-03-06']);
  });

  it('late notice is counted from an ordered delay', () => {
    const notices = [record('notice', 1, { to: 'customers', time: '2026-02-12T00:00:00Z' }), record('notice', 2, { to: 'authority', time: '2026-02-12T12:00:00Z' })];
    expect(solved({ authority_due: '2026-02-12T00:00:00Z' }, notices)('notice_delay')).toBe(720);
    expect(solved({ authority_due: '2026-02-12T00:00:00Z', delay_hours: 11 }, notices)('notice_delay')).toBe(60);
  });

  it('credits are for started hours, doubled in a critical case', () => {
    // 61 minutes: 2 hours; 1,441 minutes of late notice: 2; moderate: 260.
    expect(solved({ time_excess: 61, notice_delay: 1441 })('service_credit')).toBe(104_000n);
    expect(solved({ time_excess: 61, severity: 'critical' })('service_credit')).toBe(104_000n);
  });

  it('the store has a reserve of 15 %, up to the next megabyte', () => {
    // 101 × 365 = 36,865; × 1.15 = 42,394.75.
    expect(solved({ daily_log_mb: 101, retention_days: 365 })('log_store_mb')).toBe(42_395);
  });
});

describe('documents', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await CYBER_PACK.documents();
    for (const source of CYBER_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(CYBER_PACK.sources.map(({ id }) => id).sort()).toEqual(CYBER_PACK.set.rules.map(({ id }) => id).sort());
  });

  it('are cut into sections where rules stand: macros, rules and controls too', async () => {
    const documents = await CYBER_PACK.documents();
    const texts = new Map(documents.map(({ path, lines }) => [path, lines.join('\n')]));
    const cited = sectionsOf({ documents: texts } as Pick<Instance, 'documents'> as Instance).map(({ rule }) => `${rule.path} ${rule.locator}`);
    for (const source of CYBER_PACK.sources) expect(cited).toContain(`${source.path} ${spanOf(documents, source).locator.replaceAll('P', source.path.endsWith('.docx') ? 'P' : 'L')}`);
  });
});

it('a name has one emitter', () => {
  const names = CYBER_PACK.set.rules.flatMap(({ emits }) => Object.keys(emits));
  expect(new Set(names).size).toBe(names.length);
});

it('an instance of six rules passes every check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyber-'));
  try {
    const context = await openPack(CYBER_PACK);
    const { draft } = await buildInstance(context, folder, { id: 'cyber-001', target: { nodes: 6, depth: 2 }, seed: 'test', taken: new Set() });
    const { checks, mutants, survivors } = await verifyInstance(context, folder);
    expect(checks.map(({ check, passed }) => [check, passed])).toEqual(['V0', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map((check) => [check, true]));
    expect([draft.graph.nodes.length, draft.graph.depth, survivors.length]).toEqual([6, 2, 0]);
    expect(mutants).toBeGreaterThanOrEqual(6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
