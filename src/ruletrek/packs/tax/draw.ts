/** Drawing facts of a return so that a rule binds. */
import { factId, GIVEN, type FactRecord, type Value } from '../../core/facts.ts';
import { parseMoney, parseRate } from '../../core/money.ts';
import type { Binder } from '../../core/rule.ts';
import { parameterText } from './parameters.ts';
import { STATUSES, TAX_YEAR, type FilingStatus } from './facts.ts';

/** An amount between two numbers of dollars, to the cent. */
export function dollars({ random }: Binder, low: number, high: number): bigint {
  return BigInt(random.integer(Math.round(low * 100), Math.round(high * 100)));
}

/** The status that the return has, or one of those allowed. */
export function statusOf({ random, facts }: Binder, allowed: readonly FilingStatus[] = STATUSES): FilingStatus {
  const status = facts.find(({ kind }) => kind === 'return')?.fields['status'];
  return (status as FilingStatus | undefined) ?? random.pick(allowed);
}

export function returnOf(status: FilingStatus, further: Readonly<Record<string, Value>> = {}): FactRecord {
  return { subject: 'return-1', kind: 'return', fields: { status, ...further } };
}

/** Values that no rule of the scenario derives. */
export function given({ derived }: Binder, fields: Readonly<Record<string, Value>>): FactRecord[] {
  const own = Object.entries(fields).filter(([name]) => !derived.has(name));
  return own.length === 0 ? [] : [{ subject: GIVEN, kind: GIVEN, fields: Object.fromEntries(own) }];
}

/** An amount of the pack in dollars and a rate as a number, for choosing ranges only. */
export function threshold(name: string, key = ''): number {
  return Number(parseMoney(parameterText(name, key)) as bigint) / 100;
}

export function rateOf(name: string, key = ''): number {
  return Number(parseRate(parameterText(name, key))) / 1e6;
}

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

/** Rows of one category of expense that sum to a total. */
export function expenses(b: Binder, category: string, total: bigint, parts: number): FactRecord[] {
  if (hasRows(b, 'expense', { category })) return [];
  return rows(b, 'expense', split(b, total, parts).map((amount) => ({ owner: 'taxpayer', year: TAX_YEAR, category, amount })));
}

/** A person who was born so long before the end of the tax year. */
export function person(b: Binder, role: string, lowAge: number, highAge: number, months = 12): FactRecord {
  const born = `${TAX_YEAR - b.random.integer(lowAge, highAge)}-${two(b.random.integer(1, 12))}-${two(b.random.integer(1, 28))}`;
  return { subject: role, kind: 'person', fields: { role: role.replace(/-\d+$/, ''), born, months_in_home: months } };
}

/** A day of the tax year. */
export function dayOf({ random }: Binder, year = TAX_YEAR): string {
  return `${year}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
}

/** Whether a fact is there. */
export function hasFact({ facts }: Binder, subject: string, field: string): boolean {
  const id = factId(subject, field);
  return facts.some((record) => Object.keys(record.fields).some((name) => factId(record.subject, name) === id));
}

function two(number: number): string {
  return number.toString().padStart(2, '0');
}
