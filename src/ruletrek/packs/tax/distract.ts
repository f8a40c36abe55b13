/** Records and files that look as if they mattered: other years, persons who are not on the return, hobbies. */
import type { Random } from '../../../random.ts';
import { GIVEN, type Facts, type FactRecord, type Value } from '../../core/facts.ts';
import { TAX_FACTS, TAX_YEAR } from './facts.ts';

/** At most so many records of a kind are copied into another year or to another person. */
const COPIES = 2;
const NEVER_COPIED: ReadonlySet<string> = new Set(['return', 'person', GIVEN]);

/** Copies of records with other amounts, moved out of the return's scope. */
export function distract(random: Random, facts: Facts): FactRecord[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !NEVER_COPIED.has(kind));
  return kinds.flatMap((kind) => {
    const records = facts.filter((record) => record.kind === kind);
    const count = random.integer(1, COPIES);
    return Array.from({ length: count }, (_, i) => outOfScope(random, random.pick(records), `${kind}-${records.length + i + 1}`));
  });
}

function outOfScope(random: Random, record: FactRecord, subject: string): FactRecord {
  const amounts = mapFields(record, (value) => (typeof value === 'bigint' ? (value * BigInt(random.integer(60, 140))) / 100n : value));
  const moved = random.chance(0.5) ? toOtherYear(amounts) : { ...amounts, owner: 'adult-child' };
  return { ...record, subject, fields: record.kind === 'payment' ? { ...amounts, date: `${TAX_YEAR}-01-${random.integer(10, 15)}` } : moved };
}

function toOtherYear(fields: FactRecord['fields']): Record<string, Value> {
  const shift = (name: string, value: Value): Value => {
    if (name === 'year') return TAX_YEAR - 1;
    const moves = name === 'sold' || name === 'acquired' || name === 'date';
    return moves ? `${Number(String(value).slice(0, 4)) - 1}${String(value).slice(4)}` : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shift(name, value)]));
}

function mapFields({ fields }: FactRecord, change: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}

/** Plausible amounts for the fields that a row leaves open, in whole dollars and cents. */
const OPEN: Readonly<Record<string, readonly [number, number]>> = {
  wages: [18_000, 64_000], tips: [100, 2400], overtime: [100, 2900], withheld: [900, 9000], ordinary: [9000, 14_000], qualified: [50, 600],
};

/** One record for each row with open fields, holding a value for each of them; flags of the return are false. */
export function fill(random: Random, facts: Facts): FactRecord[] {
  return facts.flatMap((record) => {
    const open = Object.keys(TAX_FACTS[record.kind] ?? {}).filter((name) => record.fields[name] === undefined);
    const values = open.flatMap((name): [string, Value][] => {
      if (record.kind === 'return') return [[name, false]];
      const range = OPEN[name];
      return range === undefined ? [] : [[name, BigInt(random.integer(range[0] * 100, range[1] * 100))]];
    });
    return values.map(([name, value]) => ({ ...record, fields: { [name]: value } }));
  });
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const trips = Array.from({ length: random.integer(3, 6) }, (_, i) => `${TAX_YEAR}-0${i + 2}-1${random.integer(0, 9)},${random.integer(8, 90)},${random.pick(['errand', 'visit', 'holiday'])}`);
  const notes = ['# Office notes', '', '- The copier on the second floor is out of order.', '- Parking permits are renewed in May.', `- Room ${random.integer(101, 340)} is booked for the staff meeting.`];
  return [
    { path: 'misc/trips.csv', text: `${['date,miles,purpose', ...trips].join('\n')}\n` },
    { path: 'misc/office-notes.md', text: `${notes.join('\n')}\n` },
  ];
}
