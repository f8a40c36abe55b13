/** What a source of rules gives, whether its rules are TypeScript, Python or scores made elsewhere (NeSyS, Section 3.2). */
import type { ScoredQuestion } from '../question.ts';

/** Score of each choice by each rule, `scores[rule][choice]`; null for a rule that scores every choice 0. */
export type RuleScores = ScoredQuestion['scores'];

export interface RuleInfo {
  /** Unique in its source; weights are kept by it. */
  readonly id: string;
  /** What the rule checks, in a sentence. */
  readonly about: string;
}

/** A rule that could not score a question, which counts as a score of 0. */
export interface RuleFault {
  readonly rule: string;
  /** Id of the question; null where the rule failed before it saw one. */
  readonly question: string | null;
  readonly reason: string;
}

export interface SymbolicScores {
  readonly rules: readonly RuleInfo[];
  /** One entry for each question, in their order. */
  readonly scores: readonly RuleScores[];
  readonly faults: readonly RuleFault[];
}

/** A row of scores, or null where it says nothing. */
export function spoken(row: readonly number[]): readonly number[] | null {
  return row.some((score) => score !== 0) ? row : null;
}
