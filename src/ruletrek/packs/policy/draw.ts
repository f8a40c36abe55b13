/** Drawing facts of a service so that a policy rule binds. */
import type { Random } from '../../../random.ts';
import type { FactRecord, Value } from '../../core/facts.ts';
import type { Binder, RuleModule } from '../../core/rule.ts';
import { given, rows } from '../draw.ts';
import { TIERS, type Tier } from './facts.ts';
import { settingText } from './parameters.ts';

type Fields = Readonly<Record<string, Value>>;

const NAMES = ['billing', 'catalogue', 'dispatch', 'ledger', 'search', 'signup'] as const;

/** A service with its namespace, repository, account and the month that is settled. */
export function drawService(random: Random): FactRecord {
  const name = random.pick(NAMES);
  const fields = { tier: random.pick(TIERS), namespace: `${name}-prod`, repository: `acme/${name}`, account: `acme-${name}`, month: `2026-0${random.integer(1, 3)}` };
  return { subject: 'service-1', kind: 'service', fields };
}

/** The rule with a drawing of facts that names the service, in a scenario that has none yet too. */
export function forService(rule: RuleModule): RuleModule {
  return {
    ...rule,
    bind: (b) => {
      if (b.facts.some(({ kind }) => kind === 'service')) return rule.bind(b);
      const service = drawService(b.random);
      const names = Object.fromEntries(Object.entries(service.fields).filter(([field]) => field !== 'tier'));
      return [...rule.bind({ ...b, facts: [...b.facts, { ...service, fields: names }] }), service];
    },
  };
}

/** What the records of the service have in common. */
export function tie(b: Binder, name: 'namespace' | 'repository' | 'account' | 'month'): Fields {
  return { [name]: fieldOf(b, 'service', name) as string };
}

export function fieldOf({ facts }: Binder, kind: string, field: string): Value | undefined {
  return facts.find((record) => record.kind === kind)?.fields[field];
}

/** The tier that the service has, or one of those allowed. */
export function tierOf(b: Binder, allowed: readonly Tier[] = TIERS): Tier {
  return (fieldOf(b, 'service', 'tier') as Tier | undefined) ?? b.random.pick(allowed);
}

export function service(tier: Tier): FactRecord {
  return { subject: 'service-1', kind: 'service', fields: { tier } };
}

/** The one record of a kind in the namespace, repository or account, with further fields. */
export function single(b: Binder, kind: string, name: 'namespace' | 'repository' | 'account', fields: Fields): FactRecord {
  return { subject: `${kind}-1`, kind, fields: { ...tie(b, name), ...fields } };
}

/** All containers of the workload, two to four where there are none yet, with further fields. */
export function containers(b: Binder, fields: (position: number, count: number) => Fields): FactRecord[] {
  const present = b.facts.filter(({ kind }) => kind === 'container');
  const count = present.length === 0 ? b.random.integer(2, 4) : present.length;
  const all = present.length > 0 ? present : rows(b, 'container', Array.from({ length: count }, () => tie(b, 'namespace')));
  return all.map((record, i) => ({ ...record, fields: { ...record.fields, ...fields(i, count) } }));
}

/** Fields of containers of which some, never all, break a rule. */
export function mixed(b: Binder, broken: () => Fields, sound: () => Fields): FactRecord[] {
  const first = b.random.integer(0, 1);
  return containers(b, (position, count) => (position % 2 === first || (count > 2 && position === count - 1 && b.random.chance(0.3)) ? broken() : sound()));
}

/** As many as was given so far, or a number between two. */
export function countOf({ random, want }: Binder, name: string, low: number, high: number): number {
  return (want[name] as number | undefined) ?? random.integer(low, high);
}

/** A count that is given: a value that no rule of the scenario derives. */
export function givenCount(b: Binder, name: string, low: number, high: number): FactRecord[] {
  return given(b, { [name]: b.random.integer(low, high) });
}

/** A whole number of the current version, for choosing ranges only. */
export function limitOf(name: string, key = ''): number {
  return Number(settingText(name, key));
}
