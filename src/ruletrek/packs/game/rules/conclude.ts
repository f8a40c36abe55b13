/** What rules of the pack share: how they conclude, scores and their modifiers, numbers by key, dice in order. */
import type { RecordView, RuleContext } from '../../../core/rule.ts';
import { concluder } from '../../conclude.ts';
import { baseFacts } from '../draw.ts';
import { numberOf } from '../parameters.ts';

export const conclude = concluder('game', 'hero', baseFacts);

export function hero(c: RuleContext): RecordView {
  return c.record('hero');
}

export function modifierOf(score: number): number {
  return Math.floor((score - 10) / 2);
}

/** A number by key; undefined for a key that the tables do not have. */
export function keyed(c: RuleContext, name: string, key: string): number | undefined {
  return numberOf(name, key) === undefined ? undefined : c.limit(name, key);
}

/** Rows in the order of their numbers. */
export function numbered(c: RuleContext, kind: string): RecordView[] {
  const place = (row: RecordView): number => Number(row.subject.slice(row.subject.lastIndexOf('-') + 1));
  return [...c.records(kind)].sort((a, b) => place(a) - place(b));
}

/** The sum of the first dice; undefined where fewer were rolled. */
export function firstDice(c: RuleContext, kind: string, count: number): number | undefined {
  const dice = numbered(c, kind);
  return dice.length < count || count < 1 ? undefined : dice.slice(0, count).reduce((sum, row) => sum + row.integer('result'), 0);
}

export function sumField(c: RuleContext, kind: string, field: string): number {
  return c.records(kind).reduce((sum, row) => sum + row.integer(field), 0);
}

/** The first of the values that applies. */
export function firstCount(c: RuleContext, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = c.optionalCount(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
