/** The chains of a theory: from any class, along its rules, to a property of a class further up. */
import type { Chain, Theory } from './theory.ts';

/**
 * All chains of at most `most` rules whose property no other class within reach has,
 * whatever its sign: what is asked must have one answer.
 */
export function chainsOf(theory: Theory, most: number): Chain[] {
  const starts = [...new Set(theory.rules.map(({ subject }) => subject))];
  return starts.flatMap((start) => {
    const found = walk(theory, start);
    const counts = new Map<string, number>();
    for (const { property } of found) counts.set(property, (counts.get(property) ?? 0) + 1);
    return found
      .filter(({ property, rules }) => counts.get(property) === 1 && rules.length <= most)
      .map(({ rules }) => ({ start, rules }));
  });
}

interface Reached {
  readonly property: string;
  readonly rules: readonly number[];
}

/** Every property that follows from a class; theories have no cycles. */
function walk(theory: Theory, subject: string, before: readonly number[] = []): Reached[] {
  return theory.rules.flatMap((rule, at): Reached[] => {
    if (rule.subject !== subject || before.includes(at)) return [];
    const rules = [...before, at];
    const { kind, name } = rule.conclusion;
    return kind === 'property' ? [{ property: name, rules }] : walk(theory, name, rules);
  });
}
