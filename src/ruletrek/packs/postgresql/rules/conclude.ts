/** A rule that concludes one value: `value` is undefined where it does not apply. */
import type { Facts, Value } from '../../../core/facts.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { baseFacts } from '../draw.ts';
import type { ValueType } from '../../../formats/vocabulary.ts';

interface Conclusion {
  readonly type?: ValueType;
  readonly reads?: RuleModule['reads'];
  readonly value: (c: RuleContext) => Value | undefined;
  readonly bind: (b: Binder) => Facts;
}

/** `id` without the pack's name; the value is a whole number where no type is named. */
export function conclude(id: string, name: string, { type = 'integer', reads = {}, value, bind }: Conclusion): RuleModule {
  return {
    id: `postgresql.${id}`, emits: { [name]: type }, reads, rounding: TO_CENT,
    bind: (b) => {
      const base = b.facts.some(({ kind }) => kind === 'cluster') ? [] : baseFacts(b.random);
      return [...base, ...bind({ ...b, facts: [...b.facts, ...base] })];
    },
    when: (c) => value(c) !== undefined,
    then: (c) => ({ [name]: value(c)! }),
  };
}

/** A positive number; anything else does not count. */
export function positive(number: number): number | undefined {
  return number > 0 ? number : undefined;
}

/** A decimal such as 0.05 as a whole number of thousandths; undefined for a word. */
function thousandths(text: string): number | undefined {
  return /^\d*\.?\d+$/.test(text) ? Math.round(Number(text) * 1000) : undefined;
}

export function tier(c: RuleContext): string {
  return c.record('cluster').text('tier');
}

/** The record of a kind that has a field, of those of which a cluster has one. */
export function holder(c: RuleContext, kind: string, field: string): RecordView | undefined {
  return c.records(kind).find((record) => record.has(field));
}

/** A whole number of the configuration. */
export function setting(c: RuleContext, field: string): number | undefined {
  return holder(c, 'setting', field)?.integer(field);
}

/** A decimal of the configuration in thousandths. */
export function scaleOf(c: RuleContext, kind: string, field: string): number | undefined {
  const text = holder(c, kind, field)?.text(field);
  return text === undefined ? undefined : thousandths(text);
}

/** `rows × part / whole` without the fraction; the product may be over 2^53. */
export function portion(rows: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(rows) * BigInt(part)) / BigInt(whole));
}
