/** Records and files that look as if they mattered: other services, other months, open fields, sources. */
import type { Random } from '../../../random.ts';
import { dateOfDay, dayNumber } from '../../core/dates.ts';
import { GIVEN, type Facts, type FactRecord, type Value } from '../../core/facts.ts';
import { POLICY_FACTS } from './facts.ts';

/** At most so many records of a kind are copied to another service or month. */
const COPIES = 2;
const NEVER_COPIED: ReadonlySet<string> = new Set(['service', GIVEN]);
const OTHERS = ['gateway', 'reports', 'sandbox'] as const;

/** Copies of records with other values that belong to another service, or to an earlier month. */
export function distract(random: Random, facts: Facts): FactRecord[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !NEVER_COPIED.has(kind));
  return kinds.flatMap((kind) => {
    const records = facts.filter((record) => record.kind === kind);
    return Array.from({ length: random.integer(1, COPIES) }, (_, i) => elsewhere(random, random.pick(records), `${kind}-${records.length + i + 1}`));
  });
}

function elsewhere(random: Random, { kind, fields }: FactRecord, subject: string): FactRecord {
  const name = random.pick(OTHERS);
  const month = typeof fields['month'] === 'string' && random.chance(0.5);
  const ties: Readonly<Record<string, string>> = month ? { month: '2025-11' } : { namespace: `${name}-prod`, repository: `acme/${name}`, account: `acme-${name}` };
  const moved = Object.entries(fields).map(([field, value]): [string, Value] => [field, ties[field] ?? varied(random, POLICY_FACTS[kind]?.[field] === 'date', value)]);
  return { subject, kind, fields: Object.fromEntries(moved) };
}

function varied(random: Random, isDate: boolean, value: Value): Value {
  if (typeof value === 'bigint') return (value * BigInt(random.integer(60, 140))) / 100n;
  if (typeof value === 'number') return Math.max(1, value + random.integer(-2, 3));
  return isDate ? dateOfDay(dayNumber(String(value)) + random.integer(-20, 20)) : value;
}

/** Plausible values for the fields that a record leaves open. */
const OPEN: Readonly<Record<string, (random: Random) => Value>> = {
  'container.image': (random) => `ghcr.io/acme/${random.pick(['web', 'worker', 'proxy'])}:${random.integer(1, 5)}.${random.integer(0, 9)}.0`,
  'container.privileged': () => false, 'container.run_as_user': (random) => random.integer(1000, 1010), 'container.cpu_request': (random) => `${random.integer(2, 9) * 50}m`,
  'container.memory_request': (random) => `${random.integer(2, 9) * 64}Mi`, 'container.cpu_limit': () => '1', 'container.memory_limit': () => '512Mi', 'container.seccomp': () => 'RuntimeDefault',
  'container.allow_escalation': () => false, 'container.proc_mount': () => 'Default', 'container.cap_drop': () => 'ALL',
  'workload.replicas': (random) => random.integer(4, 8), 'workload.host_network': () => false, 'workload.host_pid': () => false,
  'namespace.level': () => 'baseline', 'namespace.budget': (random) => BigInt(random.integer(20_000, 90_000)),
  'quota.pods_hard': () => 60, 'quota.pods_used': () => 20, 'quota.cpu_hard': () => '40', 'quota.cpu_used': () => '12500m', 'quota.memory_hard': () => '96Gi', 'quota.memory_used': () => '31Gi',
  'pull.hotfix': () => false, 'profile.payout': (random) => random.pick(['ach', 'wire', 'connect']), 'profile.joined': (random) => `2023-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
};

/** One record for each open field that has plausible values. */
export function fill(random: Random, facts: Facts): FactRecord[] {
  return facts.flatMap((record) => Object.keys(POLICY_FACTS[record.kind] ?? {}).flatMap((field) => {
    const draw = OPEN[`${record.kind}.${field}`];
    return draw === undefined || record.fields[field] !== undefined ? [] : [{ ...record, fields: { [field]: draw(random) } }];
  }));
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const port = random.integer(3000, 3099);
  const source = ["import { createServer } from 'node:http';", '', `const port = ${port};`, "createServer((_request, response) => response.end('ok')).listen(port);"];
  const notes = ['# Runbook', '', '- On call changes on Mondays.', `- Dashboards are in folder ${random.integer(11, 48)}.`, '- Ask before you restart the message broker.'];
  const image = [`FROM node:${random.pick(['20', '22'])}-slim`, 'WORKDIR /app', 'COPY src ./src', `EXPOSE ${port}`, 'CMD ["node", "src/main.ts"]'];
  return [
    { path: 'src/main.ts', text: `${source.join('\n')}\n` },
    { path: 'Dockerfile', text: `${image.join('\n')}\n` },
    { path: 'docs/runbook.md', text: `${notes.join('\n')}\n` },
  ];
}
