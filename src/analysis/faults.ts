/**
 * What went wrong in an answer, found from its record alone (paper, case studies): which
 * gold rule was left out, which was used wrongly, and where the operator was the other one.
 */
import type { QuestionRecord } from '../evaluation/records.ts';
import { STEP_MARK } from '../ruleworld/prompt.ts';
import { readClause, sameWords, type Clause, type Operator } from './clause.ts';

/**
 * `omission`: no step applies a gold rule. `operator`: a step applies it, and gains where it
 * loses or the other way round. `wrong use`: a step has its premise or its conclusion, and
 * something else, or another count. `other`: every gold rule is applied as it says, and the
 * answer is wrong all the same: further steps, or a box that does not follow.
 */
export const FAULT_KINDS = ['omission', 'wrong use', 'operator', 'other'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The gold step that it is about, from 1; of `other`, the last one. */
  readonly step: number;
  /** For a reader, in a sentence. */
  readonly reason: string;
}

type FaultRecord = Pick<QuestionRecord, 'text' | 'exactMatch' | 'goldSteps' | 'answer'>;

/** The first fault in the order of the gold steps; null for a right answer. */
export function faultOf(record: FaultRecord): Fault | null {
  if (record.exactMatch === 1) return null;
  const written = stepsOf(record.text);
  const gold = record.goldSteps.flatMap((rules, at) => rules.map(({ text }) => ({ text, step: at + 1 })));
  const used = assign(gold.map(({ text }) => text), written);
  for (const [at, { text, step }] of gold.entries()) {
    const fault = faultAt(text, written[used[at] ?? -1] ?? null);
    if (fault !== null) return { ...fault, step };
  }
  return { kind: 'other', step: record.goldSteps.length, reason: restReason(record, written.length) };
}

/** The applications that an answer writes, without their marks. */
function stepsOf(text: string): string[] {
  const plain = text.replaceAll('<search>', '').replace(/\\boxed\{.*$/s, '');
  return plain.split(STEP_MARK).map((step) => step.trim()).filter((step) => step !== '');
}

/** For each gold rule the step that applies it, −1 where none does; a step serves one rule, better matches first. */
function assign(gold: readonly string[], written: readonly string[]): number[] {
  const pairs = gold.flatMap((rule, ruleAt) => written.map((step, stepAt) => ({ ruleAt, stepAt, likeness: likeness(rule, step) })));
  const found = new Array<number>(gold.length).fill(-1);
  const likely = pairs.filter((pair) => pair.likeness > 0);
  likely.sort((a, b) => b.likeness - a.likeness || Math.abs(a.ruleAt - a.stepAt) - Math.abs(b.ruleAt - b.stepAt) || a.ruleAt - b.ruleAt);
  for (const { ruleAt, stepAt } of likely) {
    if (found[ruleAt] === -1 && !found.includes(stepAt)) found[ruleAt] = stepAt;
  }
  return found;
}

/** The premise tells more than the conclusion: rules that share a conclusion are many. */
function likeness(rule: string, step: string): number {
  const [of, by] = [readClause(rule), readClause(step)];
  if (of === null || by === null) return 0;
  return (sameWords(of.premise, by.premise) ? 4 : 0) + (sameWords(of.conclusion, by.conclusion) ? 2 : 0) + (of.operator === by.operator ? 0.5 : 0);
}

function faultAt(rule: string, step: string | null): Omit<Fault, 'step'> | null {
  const [of, by] = [readClause(rule), step === null ? null : readClause(step)];
  if (of === null) return null;
  if (step === null || by === null || likeness(rule, step) < 2) return { kind: 'omission', reason: `No step applies “${rule}”${rule.endsWith('.') ? '' : '.'}` };
  const told = `The rule is “${rule}”, the step says “${step}”`;
  if (!sameWords(of.premise, by.premise)) return { kind: 'wrong use', reason: `${told}: another premise.` };
  if (!sameWords(of.conclusion, by.conclusion)) return { kind: 'wrong use', reason: `${told}: another conclusion.` };
  return countFault(of, by, told);
}

function countFault(of: Clause, by: Clause, told: string): Omit<Fault, 'step'> | null {
  if (isOpposite(of.operator, by.operator)) return { kind: 'operator', reason: `${told}: the opposite change.` };
  if (of.operator !== by.operator) return { kind: 'wrong use', reason: `${told}: another kind of change.` };
  if (of.count !== by.count) return { kind: 'wrong use', reason: `${told}: another count.` };
  if (by.sum === null) return null;
  if (isOpposite(of.operator, by.sum.sign)) return { kind: 'operator', reason: `${told}: the sum has the other sign.` };
  return by.sum.right ? null : { kind: 'wrong use', reason: `${told}: the sum is wrong.` };
}

/** Gain where it is lost, or the other way round; what is had, and what is no count, has no opposite. */
function isOpposite(one: Operator | null, other: Operator | null): boolean {
  return one !== other && [one, other].every((operator) => operator === '+' || operator === '-');
}

function restReason({ goldSteps, answer }: FaultRecord, written: number): string {
  if (answer === null) return 'The answer has no box.';
  const more = written - goldSteps.length;
  if (more > 0) return `Every gold rule is applied, and ${more === 1 ? '1 step more than needed is' : `${more} steps more than needed are`} written.`;
  return 'Every gold rule is applied as it says. What is made of them is wrong: a count that the question does not give, or the box.';
}
