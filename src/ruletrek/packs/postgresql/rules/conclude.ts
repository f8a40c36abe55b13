/** What rules of the pack share: how they conclude, and how they look up the tier and the configuration. */
import type { RecordView, RuleContext } from '../../../core/rule.ts';
import { concluder } from '../../conclude.ts';
import { baseFacts } from '../draw.ts';

export const conclude = concluder('postgresql', 'cluster', baseFacts);

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
