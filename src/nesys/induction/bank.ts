/** The rules so far, and what they and the neural model say of all questions; a bank is never changed but made anew. */
import { answerOf, type Scale } from '../energy.ts';
import type { WrongAnswer } from '../clustering/error-clusters.ts';
import type { ChoiceQuestion, ScoredQuestion } from '../question.ts';
import type { RuleInfo } from '../symbolic/source.ts';

export interface InducedRule extends RuleInfo {
  /** Python text with this one rule in it; null for a rule that was there before. */
  readonly source: string | null;
}

/** Questions with their texts, and what both models say of them, in the same order. */
export interface SplitBank {
  readonly questions: readonly ChoiceQuestion[];
  readonly scored: readonly ScoredQuestion[];
}

export interface RuleBank {
  readonly rules: readonly InducedRule[];
  /** Errors are looked for here, and shown to the proposer. */
  readonly train: SplitBank;
  /** Rules are accepted by accuracy here; no text of it is shown. */
  readonly dev: SplitBank;
}

/** Score of each choice of each question by one rule; null where it says nothing. */
export type RuleColumn = readonly (readonly number[] | null)[];

export interface ScoredRule {
  readonly rule: InducedRule;
  readonly train: RuleColumn;
  readonly dev: RuleColumn;
}

export function withRule(bank: RuleBank, { rule, train, dev }: ScoredRule): RuleBank {
  const extended = (split: SplitBank, column: RuleColumn): SplitBank => ({
    ...split,
    scored: split.scored.map((question, index) => ({ ...question, scores: [...question.scores, column[index]!] })),
  });
  return { rules: [...bank.rules, rule], train: extended(bank.train, train), dev: extended(bank.dev, dev) };
}

export function withoutRule(bank: RuleBank, index: number): RuleBank {
  const reduced = (split: SplitBank): SplitBank => ({
    ...split,
    scored: split.scored.map((question) => ({ ...question, scores: question.scores.toSpliced(index, 1) })),
  });
  return { rules: bank.rules.toSpliced(index, 1), train: reduced(bank.train), dev: reduced(bank.dev) };
}

/** Questions that the neural model and the rules, each with weight 1, answer wrongly together. */
export function wrongAnswers({ questions, scored }: SplitBank, scale: Scale): WrongAnswer[] {
  return scored.flatMap((question, index) => {
    const answered = answerOf(question, onesFor(question), { by: 'nesys', scale });
    return answered === question.correct ? [] : [{ question: questions[index]!, answered }];
  });
}

/** Right answers, as `wrongAnswers` counts them. */
export function rightCount(split: SplitBank, scale: Scale): number {
  return split.scored.length - wrongAnswers(split, scale).length;
}

function onesFor({ scores }: ScoredQuestion): number[] {
  return scores.map(() => 1);
}
