/** Facts of a scenario: records such as `w2-1` (kind `w2`) with typed fields. A fact's id is `w2-1.wages`. */
import type { ValueType } from '../formats/vocabulary.ts';

/** Money is BigInt cents, an integer is a number, dates and enums are text. */
export type Value = bigint | number | string | boolean;

export interface FactRecord {
  readonly subject: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, Value>>;
}
export type Facts = readonly FactRecord[];

/** Types of the fields of each kind, in the order of the columns. */
export type FactTypes = Readonly<Record<string, Readonly<Record<string, ValueType>>>>;

/** The kind of values that are handed to the agent instead of being derived; its one subject has the same name. */
export const GIVEN = 'given';

export function factId(subject: string, field: string): string {
  return `${subject}.${field}`;
}

/** Adds records field by field: what is there already stays. */
export function mergeFacts(facts: Facts, added: Facts): Facts {
  const merged = new Map(facts.map((record) => [record.subject, record]));
  for (const record of added) {
    const old = merged.get(record.subject);
    merged.set(record.subject, old === undefined ? record : { ...old, fields: { ...record.fields, ...old.fields } });
  }
  return [...merged.values()];
}

/** Facts with one field set. */
export function withFact(facts: Facts, subject: string, field: string, value: Value): Facts {
  return facts.map((record) => (record.subject === subject ? { ...record, fields: { ...record.fields, [field]: value } } : record));
}

/** Facts without some of the given values. */
export function withoutGiven(facts: Facts, names: ReadonlySet<string>): Facts {
  const kept = facts.map((record) => (record.kind === GIVEN ? { ...record, fields: dropFields(record.fields, names) } : record));
  return kept.filter((record) => record.kind !== GIVEN || Object.keys(record.fields).length > 0);
}

function dropFields(fields: FactRecord['fields'], names: ReadonlySet<string>): FactRecord['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}
