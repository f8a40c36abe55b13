/** Drawing facts so that a rule binds: what packs of every domain need. */
import { factId, GIVEN, type FactRecord, type Value } from '../core/facts.ts';
import type { Binder } from '../core/rule.ts';

/** An amount between two numbers of dollars, to the cent. */
export function dollars({ random }: Binder, low: number, high: number): bigint {
  return BigInt(random.integer(Math.round(low * 100), Math.round(high * 100)));
}

/** Values that no rule of the scenario derives. */
export function given({ derived }: Binder, fields: Readonly<Record<string, Value>>): FactRecord[] {
  const own = Object.entries(fields).filter(([name]) => !derived.has(name));
  return own.length === 0 ? [] : [{ subject: GIVEN, kind: GIVEN, fields: Object.fromEntries(own) }];
}

/** An amount that was given so far. */
export function wanted({ want }: Binder, name: string): bigint | undefined {
  return want[name] as bigint | undefined;
}

/** `count` records with new numbers. */
export function rows(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): FactRecord[] {
  const taken = b.facts.filter((record) => record.kind === kind).length;
  return list.map((fields, i) => ({ subject: `${kind}-${taken + i + 1}`, kind, fields }));
}

export function hasRows({ facts }: Binder, kind: string, fields: Readonly<Record<string, Value>> = {}): boolean {
  return facts.some((record) => record.kind === kind && Object.entries(fields).every(([name, value]) => record.fields[name] === value));
}

/** Whether a fact is there. */
export function hasFact({ facts }: Binder, subject: string, field: string): boolean {
  const id = factId(subject, field);
  return facts.some((record) => Object.keys(record.fields).some((name) => factId(record.subject, name) === id));
}

/** A total cut into positive parts; the total must have at least as many cents as there are parts. */
export function split({ random }: Binder, total: bigint, parts: number): bigint[] {
  const shares: bigint[] = [];
  let rest = total;
  for (let left = parts; left > 1; left -= 1) {
    const share = (rest * BigInt(random.integer(20, 60))) / 100n;
    shares.push(share);
    rest -= share;
  }
  return [...shares, rest];
}
