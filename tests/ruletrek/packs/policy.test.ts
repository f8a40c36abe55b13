/** The policy pack: hand-worked reviews, quantities, manifests, its documents, and an instance from building to its checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstance } from '../../../src/ruletrek/build/build-instance.ts';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { FactRecord, Value } from '../../../src/ruletrek/core/facts.ts';
import { readInstance } from '../../../src/ruletrek/instance/read.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { manifest, MANIFEST_KINDS } from '../../../src/ruletrek/packs/policy/manifest.ts';
import { POLICY_PACK } from '../../../src/ruletrek/packs/policy/pack.ts';
import { parseQuantity, unitsOf } from '../../../src/ruletrek/packs/policy/quantity.ts';
import { openPack } from '../../../src/ruletrek/packs/registry.ts';
import { textOf } from '../../../src/ruletrek/render/table.ts';

const { set } = POLICY_PACK;
const ordered = orderRules(set.rules);
type Fields = Readonly<Record<string, Value>>;

const SERVICE: Fields = { tier: 'standard', namespace: 'shop-prod', repository: 'acme/shop', account: 'acme-shop', month: '2026-03' };
const TIES = { namespace: 'shop-prod', repository: 'acme/shop', account: 'acme-shop', month: '2026-03' } as const;

/** Records of a kind that belong to the service where they do not say otherwise. */
function rows(kind: string, ...list: readonly Fields[]): FactRecord[] {
  const own = Object.fromEntries(Object.entries(TIES).filter(([name]) => set.types[kind]![name] !== undefined));
  return list.map((fields, i) => ({ subject: `${kind}-${i + 1}`, kind, fields: { ...own, ...fields } }));
}

/** Values of solver A for a service of a tier, its records and given values. */
function review(records: readonly FactRecord[], given: Fields = {}, tier = 'standard'): (name: string) => Value | undefined {
  const service: FactRecord = { subject: 'service-1', kind: 'service', fields: { ...SERVICE, tier } };
  const { values } = evaluate(set, ordered, [service, { subject: 'given', kind: 'given', fields: given }, ...records]);
  return (name) => values.get(name);
}

describe('quantities', () => {
  it.each([
    ['250m', 250n], ['1', 1000n], ['0.5', 500n], ['1k', 1_000_000n], ['1Ki', 1_024_000n], ['64Mi', 67_108_864_000n], ['1.5Gi', 1_610_612_736_000n],
    ['128M', 128_000_000_000n], ['12e2', 1_200_000n], ['5e-1', 500n], ['1u', 1n], ['16Ei', 18_446_744_073_709_551_616_000n],
  ])('%s is %s thousandths', (text, thousandths) => expect(parseQuantity(text)).toBe(thousandths));

  it('what is no quantity is null, parts of a unit are rounded up', () => {
    for (const text of ['', 'other', '1.2.3', '10 Mi', '-1', '5%']) expect(parseQuantity(text)).toBeNull();
    expect(unitsOf(1001n)).toBe(2n);
    expect(unitsOf(1000n)).toBe(1n);
  });
});

describe('admission', () => {
  it('the stricter of label and floor is enforced, and privileged is none', () => {
    const namespace = (level: string): FactRecord[] => rows('namespace', { level });
    expect(review(namespace('baseline'), {}, 'critical')('enforced_level')).toBe('restricted');
    expect(review(namespace('restricted'), {}, 'standard')('enforced_level')).toBe('restricted');
    expect(review(namespace('privileged'), {}, 'experimental')('enforced_level')).toBeUndefined();
  });

  it('a mutation goes before validation: mirrored and defaulted containers are no findings', () => {
    // Both images of docker.io count as submitted (2 + gcr.io = 3) and are mirrored (2): one is left.
    const images = ['web:1.2', 'library/cache:latest', 'gcr.io/acme/web:1', 'quay.io/acme/web:1'];
    const value = review(rows('container', ...images.map((image) => ({ image, seccomp: 'RuntimeDefault' })), {}), { enforced_level: 'restricted' });
    expect([value('mirrored_images'), value('registry_findings'), value('tag_findings')]).toEqual([2, 1, 1]);
    expect([value('seccomp_defaulted'), value('seccomp_findings')]).toEqual([1, undefined]);
  });

  it('another namespace does not count', () => {
    const value = review(rows('container', { privileged: true }, { namespace: 'other', privileged: true }), { enforced_level: 'baseline' });
    expect(value('privileged_findings')).toBe(1);
    expect(review(rows('container', { privileged: true }), {}, 'experimental')('privileged_findings')).toBeUndefined();
  });

  it('exceptions hold on their last day, and are capped by the tier', () => {
    // 2 + 4 in force, 9 expired the day before; the cap of a standard service is 3; 11 − 3 = 8 are open.
    const exceptions = rows('exception', { expires: '2026-04-15', findings: 2 }, { expires: '2026-05-01', findings: 4 }, { expires: '2026-04-14', findings: 9 });
    const value = review(exceptions, { image_findings: 11 });
    expect(['excepted_findings', 'waived_findings', 'open_findings'].map(value)).toEqual([6, 3, 8]);
    // 30 days of grace less 8: 15 April + 22 days.
    expect(value('mend_by')).toBe('2026-05-07');
  });
});

describe('quota and cost', () => {
  it('defaults, surge and demand', () => {
    // 250m + 0.5 + the default of 150m = 900m; 7 replicas, 25 % of 7 = 1.75 → 2; 900 × 9 = 8,100; quota 10 − 2,500m = 7,500; 600 too many.
    const records = [...rows('container', { cpu_request: '250m' }, { cpu_request: '0.5' }, {}), ...rows('workload', { replicas: 7, max_surge: '25%' }), ...rows('quota', { cpu_hard: '10', cpu_used: '2500m' })];
    const value = review(records);
    expect(['defaulted_cpu', 'pod_cpu_request', 'surge_pods', 'planned_pods', 'cpu_demand', 'cpu_quota_left', 'cpu_excess'].map(value)).toEqual([150, 900, 2, 9, 8100, 7500, 600]);
    // 8,100 × 18.40 / 1,000 = 149.04; 10 % off = 14.904 → 14.90.
    expect(['cpu_cost', 'tier_discount', 'monthly_cost'].map(value)).toEqual([14_904n, 1490n, 13_414n]);
  });

  it('the autoscaler goes before raised replicas, and these before the manifest', () => {
    const workload = rows('workload', { replicas: 1 });
    expect(review(workload)('planned_pods')).toBe(3);
    expect(review([...workload, ...rows('autoscaler', { max: 12 })])('planned_pods')).toBe(12);
    expect(review(workload, {}, 'experimental')('planned_pods')).toBe(1);
  });

  it('memory is exact far beyond 32 bits', () => {
    const value = review(rows('container', { memory_request: '0.5Gi' }, { memory_request: '100M' }), { planned_pods: 9000 });
    expect(value('memory_demand')).toBe((536_870_912 + 100_000_000) * 9000);
  });
});

describe('merging', () => {
  it('stale approvals and those of readers do not count; large changes need more', () => {
    const approvals = rows('approval', { user: 'a', role: 'write', submitted: '2026-04-01' }, { user: 'b', role: 'admin', submitted: '2026-04-09' }, { user: 'c', role: 'read', submitted: '2026-04-10' });
    const value = review([...approvals, ...rows('pull', { pushed: '2026-04-08' }), ...rows('change', { path: '/a', lines: 500 }, { path: '/b', lines: 300 })]);
    // Standard: 3, and 800 / 400 = 2 more; 2 able less 1 stale.
    expect(['approvals_required', 'approvals_counted', 'approvals_missing'].map(value)).toEqual([5, 1, 4]);
  });

  it('the last pattern that fits owns a file', () => {
    const owners = rows('owner', { line: 9, pattern: '/deploy/docs/', team: 'docs' }, { line: 4, pattern: '/deploy/', team: 'security' });
    const changes = rows('change', { path: '/deploy/prod.yaml', lines: 40 }, { path: '/deploy/docs/readme.md', lines: 7 }, { path: '/src/a.ts', lines: 3 });
    expect(review([...owners, ...changes])('security_owned_lines')).toBe(40);
  });

  it('waits after the freeze, a hotfix a day less, as long as no circular has changed that', () => {
    // 4 days of a standard service; circular 7 adds 2 from 6 April on, circular 8 makes a hotfix 3 less from 9 April on.
    const days = (pushed: string, hotfix: boolean): Value | undefined => review(rows('pull', { pushed, hotfix }))('waiting_days');
    expect([days('2026-04-05', false), days('2026-04-05', true)]).toEqual([4, 3]);
    expect([days('2026-04-06', false), days('2026-04-08', true), days('2026-04-09', true)]).toEqual([6, 5, 3]);
    expect(review(rows('pull', { pushed: '2026-04-05' }))('earliest_merge')).toBe('2026-04-09');
    expect(review([...rows('pull', { pushed: '2026-04-05', hotfix: true }), ...rows('freeze', { starts: '2026-04-15', ends: '2026-04-20' })])('earliest_merge')).toBe('2026-04-23');
  });
});

describe('terms', () => {
  it('matching fills its room, does not count for the minimum, and ends after a year', () => {
    const records = [...rows('sponsorship', { method: 'card', amount: 6000n }, { method: 'invoice', amount: 3000n }), ...rows('matching', { amount: 495_000n })];
    const value = review([...records, ...rows('profile', { joined: '2025-05-01' })]);
    // 90.00 gross, 50.00 of room; fees of 1.80 + 0.90 and 1.80 for the card.
    expect(['matched_amount', 'payout_balance', 'counting_balance', 'payout', 'charged_to_sponsors'].map(value)).toEqual([5000n, 14_000n, 9000n, undefined, 9450n]);
    expect(review([...records, ...rows('profile', { joined: '2025-05-01', left: '2026-04-15' })])('payout')).toBe(14_000n);
    expect(review([...records, ...rows('profile', { joined: '2025-04-15' })])('matched_amount')).toBeUndefined();
  });

  it('payout days', () => {
    // Thursdays of April 2026: 2, 9, 16.
    expect(review(rows('profile', { payout: 'ach' }))('payout_day')).toBe('2026-04-16');
    expect(review(rows('profile', { payout: 'connect' }))('payout_day')).toBe('2026-04-22');
    expect(review(rows('profile', { payout: 'ach', first_sponsored: '2026-03-20' }))('paid_on')).toBe('2026-05-19');
  });

  it('notices: a part has one business day, the whole none, and a counter notice fourteen days', () => {
    // 27 March 2026 is a Friday.
    const part = review([...rows('notice', { extent: 'part', received: '2026-03-27' }), ...rows('counter', { received: '2026-04-02' })]);
    expect(['change_by', 'disabled_on', 'restored_on'].map(part)).toEqual(['2026-03-30', '2026-03-31', '2026-04-16']);
    expect(review(rows('notice', { extent: 'whole', received: '2026-03-26' }))('disabled_on')).toBe('2026-03-27');
  });
});

describe('manifests', () => {
  const table = (name: string, rowsOfTable: readonly string[][], ...columns: string[]) => ({ name, columns: columns.map((one) => ({ name: one, type: 'text' as const })), rows: rowsOfTable });
  const tables = [
    table('workload', [['workload-1', 'shop-prod', '3', '25%', 'true']], 'id', 'namespace', 'replicas', 'max_surge', 'host_network'),
    table('container', [['container-2', 'shop-prod', 'web:1', '250m', 'ALL'], ['container-1', 'other-prod', 'ghcr.io/a/b@sha256:00', '', '']], 'id', 'namespace', 'image', 'cpu_request', 'cap_drop'),
    table('volume', [['volume-1', 'shop-prod', 'emptyDir']], 'id', 'namespace', 'type'),
    table('quota', [['quota-1', 'shop-prod', '10', '2500m']], 'id', 'namespace', 'cpu_hard', 'cpu_used'),
    table('namespace', [['namespace-1', 'shop-prod', 'baseline']], 'id', 'namespace', 'level'),
  ];

  it('are read as they were written, and say where each cell stands', async () => {
    const { bytes, places } = await manifest.write(tables);
    const read = await manifest.read(bytes);
    for (const { name, columns, rows: written } of tables) {
      const expected = written.map((row) => Object.fromEntries(columns.flatMap((column, i) => (row[i] === '' ? [] : [[column.name, row[i]]]))));
      expect(read[name]).toEqual(expect.arrayContaining(expected));
      expect(read[name]).toHaveLength(written.length);
    }
    const lines = textOf(bytes).split('\n');
    const [line = '', key] = places('container', 0, 3);
    expect(lines[Number(line.slice(1)) - 1]!.trim()).toBe('cpu: 250m');
    expect(key).toBe('spec.template.spec.containers.0.resources.requests.cpu');
  });

  it('are Kubernetes objects', async () => {
    const text = textOf((await manifest.write(tables)).bytes);
    for (const part of ['kind: Deployment', 'hostNetwork: true', 'emptyDir: {}', 'requests.cpu: 2500m', 'pod-security.kubernetes.io/enforce: baseline', '- ALL']) expect(text).toContain(part);
    expect(MANIFEST_KINDS).toContain('container');
  });
});

describe('documents', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await POLICY_PACK.documents();
    for (const source of POLICY_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(POLICY_PACK.sources.map(({ id }) => id).sort()).toEqual(set.rules.map(({ id }) => id).sort());
  });

  it('every edge type is in use, and every name has one emitter', () => {
    const types = new Set(set.rules.flatMap(({ reads }) => Object.values(reads)));
    expect([...types].sort()).toEqual(['aggregation', 'dependency', 'eligibility', 'exception', 'override', 'precedence', 'temporal']);
    const names = set.rules.flatMap(({ emits }) => Object.keys(emits));
    expect(new Set(names).size).toBe(names.length);
  });

  it('state the numbers that the rules use', async () => {
    const text = (await POLICY_PACK.documents()).map(({ lines }) => lines.join('\n')).join('\n');
    for (const number of ['5000 to 5009', '18.40', '3.20', '3 percent', '5,000', '60 days', '95 percent', '90 days', '400 changed lines']) expect(text).toContain(number);
  });
});

describe('an instance', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('passes all checks with its planned size', async () => {
    const context = await openPack(POLICY_PACK);
    const built = await buildInstance(context, join(folder, 'policy-001'), { id: 'policy-001', target: { nodes: 6, depth: 2 }, seed: 'test', taken: new Set() });
    const instance = await readInstance(join(folder, 'policy-001'));
    expect(instance.graph.nodes).toHaveLength(6);
    expect(instance.graph.depth).toBe(2);
    expect(instance.stages).toHaveLength(6);
    expect(built.rounds).toBeGreaterThan(0);
    expect(instance.task.domain).toBe('software-policy');
  });
});
