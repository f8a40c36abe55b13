/** Drawing facts of a case so that a rule binds. */
import { GIVEN, type Facts, type FactRecord, type Value } from '../../core/facts.ts';
import type { Binder } from '../../core/rule.ts';
import { given } from '../draw.ts';
import { IMPACTS, MONTH, SYSTEM } from './facts.ts';
import { idsOf, idText } from './sets.ts';

/** Records that a scenario begins with, where it names none. */
const [FEWEST, MOST] = [4, 6];
/** Members of a set that is given alone: the numbers of more would look like an answer. */
const LARGEST = 3;

/** The impact level that the case has, or a drawn one. */
export function impactOf({ random, facts }: Binder): string {
  return String(facts.find(({ kind }) => kind === 'case')?.fields['impact'] ?? random.pick(IMPACTS));
}

export function caseOf(fields: Readonly<Record<string, Value>>): FactRecord {
  return { subject: 'case-1', kind: 'case', fields };
}

/** Ids of records of a kind that exist or that a given set names. */
export function knownIds({ facts, want }: Binder, kind: string): string[] {
  const records = facts.filter((record) => record.kind === kind).map(({ subject }) => subject);
  const texts = [...facts.filter((record) => record.kind === GIVEN).flatMap(({ fields }) => Object.values(fields)), ...Object.values(want)];
  const named = texts.flatMap((text) => (typeof text === 'string' ? text.split(' ').filter((id) => new RegExp(`^${kind}-\\d+$`).test(id)) : []));
  return idsOf(idText([...records, ...named]));
}

/** The known ids, or new ones. */
export function someIds(b: Binder, kind: string): string[] {
  const known = knownIds(b, kind);
  return known.length > 0 ? known : Array.from({ length: b.random.integer(FEWEST, MOST) }, (_, i) => `${kind}-${i + 1}`);
}

/** A non-empty part of some ids. */
export function partOf({ random }: Binder, ids: readonly string[], share = 0.5): string[] {
  const part = ids.filter(() => random.chance(share));
  return part.length > 0 ? part : [random.pick(ids)];
}

/** What a record of a set has in a field, and what any other record has. */
export interface FieldDraw {
  readonly kind: string;
  readonly field: string;
  readonly yes: (b: Binder) => Value;
  readonly no: (b: Binder) => Value;
}

/** Sets a field of every record that lacks it, so that the wanted set, or a drawn one, comes out; one record at least is outside. */
export function drawField(b: Binder, { kind, field, yes, no }: FieldDraw, name: string): Facts {
  const ids = someIds(b, kind);
  const done = new Set(b.facts.filter((record) => record.kind === kind && record.fields[field] !== undefined).map(({ subject }) => subject));
  const open = ids.filter((id) => !done.has(id));
  const wanted = idsOf(b.want[name] as string | undefined);
  const rest = open.length > 0 ? open : [`${kind}-${ids.length + 1}`];
  const members = new Set(wanted.length > 0 ? wanted : partOf(b, rest));
  const all = rest.every((id) => members.has(id)) ? [...rest, `${kind}-${ids.length + 2}`] : rest;
  return all.map((subject) => ({ subject, kind, fields: { system: SYSTEM, [field]: members.has(subject) ? yes(b) : no(b) } }));
}

/** Given sets of records that have some records in common. */
export function overlappingSets(b: Binder, kind: string, names: readonly string[]): FactRecord[] {
  const ids = someIds(b, kind);
  const known = names.flatMap((name) => (b.derived.has(name) && b.values.has(name) ? [idsOf(String(b.values.get(name)))] : []));
  const common = ids.filter((id) => known.every((set) => set.includes(id)));
  const core = partOf(b, common.length > 0 ? common : ids, 0.6);
  return given(b, Object.fromEntries(names.map((name) => [name, idText([...core, ...ids.filter(() => b.random.chance(0.3))])])));
}

/** One of several sets, given where none of them is derived, and now and then where one is. */
export function oneOfSets(b: Binder, kind: string, names: readonly string[]): FactRecord[] {
  const isDerived = names.some((name) => b.derived.has(name));
  if (isDerived && b.random.chance(0.7)) return [];
  return given(b, { [b.random.pick(names)]: idText(partOf(b, someIds(b, kind)).slice(0, LARGEST)) });
}

/** One of several numbers, in the same way. */
export function oneOfNumbers(b: Binder, ranges: Readonly<Record<string, readonly [number, number]>>): FactRecord[] {
  const names = Object.keys(ranges);
  if (names.some((name) => b.derived.has(name)) && b.random.chance(0.7)) return [];
  const name = b.random.pick(names);
  return given(b, { [name]: b.random.integer(...ranges[name]!) });
}

/** A record for each id that has none of the fields yet. */
export function withFields(kind: string, ids: readonly string[], fields: (i: number) => Readonly<Record<string, Value>>): Facts {
  return ids.map((subject, i) => ({ subject, kind, fields: { system: SYSTEM, ...fields(i) } }));
}

/** A time of the month; minutes from its first midnight. */
export function timeAt(minutes: number): string {
  return `${new Date(Date.parse(`${MONTH}-01T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
}

export const DAY_MINUTES = 1440;

/** A time between two days of the month, both included. */
export function timeBetween({ random }: Binder, firstDay: number, lastDay: number): string {
  return timeAt(random.integer((firstDay - 1) * DAY_MINUTES, lastDay * DAY_MINUTES - 1));
}

/** Times of events, most of them close together. */
export function clusteredTimes(b: Binder, ids: readonly string[]): Facts {
  const centre = b.random.integer(4 * DAY_MINUTES, 22 * DAY_MINUTES);
  return withFields('event', ids, () => ({ time: timeAt(centre + (b.random.chance(0.65) ? b.random.integer(0, 12) : b.random.integer(-2500, 2500))) }));
}
