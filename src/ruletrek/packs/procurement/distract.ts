/** Records and files that look as if they mattered: other processes, other bidders, withdrawn bids, cancelled lots. */
import type { Random } from '../../../random.ts';
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import { copiesOutOfScope } from '../out-of-scope.ts';
import { BIDDERS, OTHER_OCIDS } from './draw.ts';
import { PROCUREMENT_FACTS } from './facts.ts';

/** Kinds that have a status, and the one in which they count for nothing. */
const OUT: Readonly<Record<string, string>> = { rival: 'withdrawn', lot: 'cancelled' };

/** Copies of records with other amounts, moved out of scope. */
export function distract(random: Random, facts: Facts): FactRecord[] {
  return copiesOutOfScope(random, facts, 'process', (record, subject) => outOfScope(random, record, subject));
}

function outOfScope(random: Random, record: FactRecord, subject: string): FactRecord {
  const fields = Object.fromEntries(Object.entries(record.fields).map(([name, value]) => [name, altered(random, value)]));
  const out = OUT[record.kind];
  const moved = out !== undefined && random.chance(0.5) ? { ...fields, status: out } : elsewhere(random, record, fields);
  return { ...record, subject, fields: moved };
}

function altered(random: Random, value: Value): Value {
  return typeof value === 'bigint' ? (value * BigInt(random.integer(60, 140))) / 100n : value;
}

/** Of another process, or of another bidder where the record names one. */
function elsewhere(random: Random, { kind, fields: own }: FactRecord, fields: FactRecord['fields']): FactRecord['fields'] {
  const others = BIDDERS.filter((bidder) => bidder !== own['bidder']);
  const byBidder = own['bidder'] !== undefined && kind !== 'rival' && (own['ocid'] === undefined || random.chance(0.5));
  return byBidder ? { ...fields, bidder: random.pick(others) } : { ...fields, ocid: random.pick(OTHER_OCIDS) };
}

/** Plausible amounts in dollars for the fields that a row leaves open. */
const OPEN: Readonly<Record<string, readonly [number, number]>> = {
  turnover_demanded: [300_000, 900_000], price: [120_000, 480_000], stated: [2000, 90_000], amount: [3000, 30_000],
};
const OPEN_FLAGS: ReadonlySet<string> = new Set(['electronic', 'documents_online', 'urgent', 'small_firm']);

/** One record for each open field, with a value for it; what would change the scenario is dropped by the caller. */
export function fill(random: Random, facts: Facts): FactRecord[] {
  return facts.flatMap((record) => Object.keys(PROCUREMENT_FACTS[record.kind] ?? {}).flatMap((name) => {
    if (record.fields[name] !== undefined) return [];
    const value = openValue(random, name);
    return value === null ? [] : [{ ...record, fields: { [name]: value } }];
  }));
}

function openValue(random: Random, name: string): Value | null {
  const range = OPEN[name];
  if (range !== undefined) return BigInt(random.integer(range[0] * 100, range[1] * 100));
  if (OPEN_FLAGS.has(name)) return name === 'documents_online';
  return name === 'delivery_days' || name === 'delivery_limit' ? random.integer(30, 90) : null;
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const visits = Array.from({ length: random.integer(3, 6) }, (_, i) => `2026-0${i + 2}-1${random.integer(0, 9)},${random.integer(2, 14)},${random.pick(['site visit', 'delegation', 'supplier day'])}`);
  const notes = ['# Notes of the purchasing office', '', '- The reading room is closed on Fridays.', `- Plans are kept in cabinet ${random.integer(11, 48)}.`, '- Templates for letters are being reviewed.'];
  return [
    { path: 'misc/visitors.csv', text: `${['date,persons,occasion', ...visits].join('\n')}\n` },
    { path: 'misc/office-notes.md', text: `${notes.join('\n')}\n` },
  ];
}
