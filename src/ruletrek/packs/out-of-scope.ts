/** Distractors: copies of a scenario's own records, changed so that they count for nothing. */
import type { Random } from '../../random.ts';
import { GIVEN, type FactRecord, type Facts, type FactTypes } from '../core/facts.ts';
import type { Ranges } from './ranges.ts';

/** At most so many records of a kind are copied. */
const COPIES = 2;

/**
 * One or two copies of records of every kind.
 *
 * @param root kind of the record that a scenario has once, which is never copied
 * @param moved a record under a new subject, out of scope
 */
export function copiesOutOfScope(random: Random, facts: Facts, root: string, moved: (record: FactRecord, subject: string) => FactRecord): FactRecord[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))].filter((kind) => kind !== root && kind !== GIVEN);
  return kinds.flatMap((kind) => {
    const records = facts.filter((record) => record.kind === kind);
    return Array.from({ length: random.integer(1, COPIES) }, (_, i) => moved(random.pick(records), `${kind}-${records.length + i + 1}`));
  });
}

/** One record for each open field with a range, with a whole number for it; what would change the scenario is dropped by the caller. */
export function openNumbers(random: Random, facts: Facts, types: FactTypes, ranges: Ranges): FactRecord[] {
  return facts.flatMap((record) => Object.keys(types[record.kind] ?? {}).flatMap((name) => {
    const range = ranges[name];
    return range === undefined || record.fields[name] !== undefined ? [] : [{ ...record, fields: { [name]: random.integer(...range) } }];
  }));
}
