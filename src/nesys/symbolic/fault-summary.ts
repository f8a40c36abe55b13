/** Faults of rules, told shortly: a rule that fails in one way on many questions is one line. */
import type { RuleFault } from './source.ts';

/** One line for each rule and reason, in the order in which they first came. */
export function faultLines(faults: readonly RuleFault[]): string[] {
  const groups = new Map<string, RuleFault[]>();
  for (const fault of faults) {
    const key = JSON.stringify([fault.rule, fault.reason]);
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].map(lineOf);
}

function lineOf(group: readonly RuleFault[]): string {
  const { rule, reason, question } = group[0]!;
  if (question === null) return `${rule}: ${reason}`;
  return `${rule}: ${reason}; scores 0 for ${group.length === 1 ? question : `${group.length} questions, the first of them ${question}`}`;
}
