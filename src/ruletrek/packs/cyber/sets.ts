/** Sets of records as values: their ids in order of their numbers, separated by single spaces. */
import type { RecordView, RuleContext } from '../../core/rule.ts';

export function idsOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(' ');
}

export function idText(ids: Iterable<string>): string {
  const number = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1));
  return [...new Set(ids)].sort((a, b) => number(a) - number(b)).join(' ');
}

/** Ids that are in every one of the named sets. A set that is not there blocks the rule. */
export function inAll(c: RuleContext, names: readonly string[]): string[] {
  const [first = [], ...others] = names.map((name) => idsOf(c.text(name)));
  return first.filter((id) => others.every((other) => other.includes(id)));
}

/** Ids that are in any of the named sets, whichever of them are there. */
export function inAny(c: RuleContext, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => idsOf(c.optionalText(name))))];
}

/** Ids without those of an exception, where one is there. */
export function without(c: RuleContext, ids: readonly string[], exception: string): string[] {
  const excepted = new Set(idsOf(c.optionalText(exception)));
  return ids.filter((id) => !excepted.has(id));
}

/** The records of a set, as far as the case has them. */
export function recordsOf(c: RuleContext, kind: string, ids: readonly string[]): RecordView[] {
  return c.records(kind).filter(({ subject }) => ids.includes(subject));
}
