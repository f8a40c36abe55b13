/** Questions laid out for learning weights: γ is in the scores already, and what no weight can change is left out. */
import { groundOf, type Judge } from '../energy.ts';
import type { ScoredQuestion } from '../question.ts';

export interface PreparedQuestion {
  readonly correct: number;
  /** What each choice has before the rules speak. */
  readonly base: Float64Array;
  /** score·γ of each choice by each rule, null where the rule says nothing. */
  readonly terms: readonly (Float64Array | null)[];
  /** Far above the rounding error of any sum: choices that are closer than this must be summed in order. */
  readonly doubt: number;
}

/** Times the sizes of all summands with weights of 1: thousands of units in the last place. */
const RELATIVE_DOUBT = 1e-11;

/** What weights are learnt on. */
export interface Problem {
  readonly ruleCount: number;
  readonly questions: readonly PreparedQuestion[];
  /** Questions that each rule speaks of and that have more than one choice, by index. */
  readonly spoken: readonly (readonly number[])[];
}

/** Lays out questions of one rule set. */
export function prepareProblem(questions: readonly ScoredQuestion[], judge: Judge): Problem {
  const ruleCount = questions[0]?.scores.length ?? 0;
  const prepared = questions.map((question) => prepare(question, judge));
  const speaks = (rule: number): number[] =>
    prepared.flatMap(({ base, terms }, index) => (base.length > 1 && terms[rule] !== null ? [index] : []));
  return { ruleCount, questions: prepared, spoken: Array.from({ length: ruleCount }, (_, rule) => speaks(rule)) };
}

function prepare(question: ScoredQuestion, judge: Judge): PreparedQuestion {
  const { base, gamma } = groundOf(question, judge);
  const terms = question.scores.map((row) => (row === null ? null : Float64Array.from(row, (score) => score * gamma)));
  const size = [Float64Array.from(base), ...terms].reduce((sum, values) => sum + largest(values), 0);
  return { correct: question.correct, base: Float64Array.from(base), terms, doubt: RELATIVE_DOUBT * size };
}

function largest(values: Float64Array | null): number {
  return values === null ? 0 : values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Writes base + Σ w·term into `into`, rule after rule: the sums of `totalsOf`, to the last bit. */
export function sumInOrder({ base, terms }: PreparedQuestion, weights: ArrayLike<number>, into: Float64Array): void {
  into.set(base);
  for (let rule = 0; rule < terms.length; rule += 1) {
    const term = terms[rule];
    if (!term) continue;
    const weight = weights[rule]!;
    for (let choice = 0; choice < term.length; choice += 1) into[choice]! += weight * term[choice]!;
  }
}
