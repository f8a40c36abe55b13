/** Records that a model proposed, read by the types of the pack. */
import { GIVEN, type FactRecord, type Facts, type Value } from '../core/facts.ts';
import { readValue } from '../core/values.ts';
import type { ValueType } from '../formats/vocabulary.ts';
import type { Pack } from '../packs/pack.ts';
import type { ProposedRecord } from './file.ts';

/** The records, or what is wrong with the first that is wrong. */
export function typedFacts(pack: Pack, records: readonly ProposedRecord[]): Facts | string {
  const typed = records.map((record) => typedRecord(pack, record));
  const fault = typed.find((record) => typeof record === 'string');
  return fault === undefined ? (typed as FactRecord[]) : (fault as string);
}

/** The record, or what is wrong with it. */
function typedRecord({ set }: Pack, { subject, kind, fields }: ProposedRecord): FactRecord | string {
  const types = kind === GIVEN ? givenTypes(set.rules) : set.types[kind];
  if (types === undefined) return `${subject}: the pack has no kind ${kind}`;
  if ((kind === GIVEN) !== (subject === GIVEN)) return `${subject}: given values are those of the subject ${GIVEN}`;
  const typed: Record<string, Value> = {};
  for (const [name, cell] of Object.entries(fields)) {
    const type = types[name];
    if (type === undefined) return `${subject}: ${kind} has no field ${name}`;
    const value = readValue(type, String(cell));
    if (value === null) return `${subject}.${name}: ${JSON.stringify(cell)} is no ${type}`;
    typed[name] = value;
  }
  return { subject, kind, fields: typed };
}

function givenTypes(rules: Pack['set']['rules']): Readonly<Record<string, ValueType>> {
  return Object.assign({}, ...rules.map(({ emits }) => emits)) as Readonly<Record<string, ValueType>>;
}
