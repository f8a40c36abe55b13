/** Drawing facts of a return so that a rule binds. */
import type { FactRecord, Value } from '../../core/facts.ts';
import { parseMoney, parseRate } from '../../core/money.ts';
import type { Binder } from '../../core/rule.ts';
import { hasRows, rows, split } from '../draw.ts';
import { parameterText } from './parameters.ts';
import { STATUSES, TAX_YEAR, type FilingStatus } from './facts.ts';

/** The status that the return has, or one of those allowed. */
export function statusOf({ random, facts }: Binder, allowed: readonly FilingStatus[] = STATUSES): FilingStatus {
  const status = facts.find(({ kind }) => kind === 'return')?.fields['status'];
  return (status as FilingStatus | undefined) ?? random.pick(allowed);
}

export function returnOf(status: FilingStatus, further: Readonly<Record<string, Value>> = {}): FactRecord {
  return { subject: 'return-1', kind: 'return', fields: { status, ...further } };
}

/** An amount of the pack in dollars and a rate as a number, for choosing ranges only. */
export function threshold(name: string, key = ''): number {
  return Number(parseMoney(parameterText(name, key)) as bigint) / 100;
}

export function rateOf(name: string, key = ''): number {
  return Number(parseRate(parameterText(name, key))) / 1e6;
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

function two(number: number): string {
  return number.toString().padStart(2, '0');
}
