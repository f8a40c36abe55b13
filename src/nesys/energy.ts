/**
 * The two world models in one (NeSyS, Section 3.2): the energy of a candidate is
 * E = Σ w·e over the rules, and its likelihood becomes p̃ = p·exp(γE). In logarithms,
 * log p̃ = log p + Σ w·(e·γ), added up in the order of the rules.
 */
import type { ScoredQuestion } from './question.ts';

/** What γ is: 1, or the largest minus the smallest log-prob of the question, or that and 1. */
export const SCALES = ['1', 'spread', 'spread+1'] as const;
export type Scale = (typeof SCALES)[number];

/** γ for one question; log-probs in nats. */
export function scaleOf(scale: Scale, logProbs: readonly number[]): number {
  if (scale === '1') return 1;
  const spread = Math.max(...logProbs) - Math.min(...logProbs);
  return scale === 'spread' ? spread : spread + 1;
}

/** What a choice is judged by: log-probs alone, rules alone (log-probs at 0, γ = 1), or both. */
export type Judge = { readonly by: 'neural' } | { readonly by: 'rules' } | { readonly by: 'nesys'; readonly scale: Scale };

/** Scores within [−1, 1], where the paper says that they lie; published ones are taken as they are. */
export function clipScores(question: ScoredQuestion): ScoredQuestion {
  const clip = (score: number): number => Math.min(1, Math.max(-1, score));
  return { ...question, scores: question.scores.map((row) => row?.map(clip) ?? null) };
}

/** What each choice begins with before the rules speak, and by what their scores are multiplied. */
export function groundOf(question: ScoredQuestion, judge: Judge): { readonly base: readonly number[]; readonly gamma: number } {
  if (judge.by === 'rules') return { base: question.logProbs.map(() => 0), gamma: 1 };
  return { base: question.logProbs, gamma: judge.by === 'neural' ? 0 : scaleOf(judge.scale, question.logProbs) };
}

/**
 * log p̃ of each choice, not normalised. Floating-point sums depend on their order, and equal
 * choices are told apart by it: rule after rule, as published.
 */
export function totalsOf(question: ScoredQuestion, weights: readonly number[], judge: Judge): number[] {
  const { base, gamma } = groundOf(question, judge);
  const totals = [...base];
  if (judge.by === 'neural') return totals;
  question.scores.forEach((row, rule) => {
    row?.forEach((score, choice) => (totals[choice]! += weights[rule]! * (score * gamma)));
  });
  return totals;
}

/** Index of the first largest value. */
export function firstMaximum(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! > values[best]!) best = i;
  return best;
}

/** Index of the choice that is taken. */
export function answerOf(question: ScoredQuestion, weights: readonly number[], judge: Judge): number {
  return firstMaximum(totalsOf(question, weights, judge));
}

/** Right answers of a list of questions. */
export interface Count {
  readonly right: number;
  readonly total: number;
}

/** Which questions are answered rightly, in their order. */
export function rightsOf(questions: readonly ScoredQuestion[], weights: readonly number[], judge: Judge): boolean[] {
  return questions.map((question) => answerOf(question, weights, judge) === question.correct);
}

/** How many are. */
export function countRight(rights: readonly boolean[]): Count {
  return { right: rights.filter(Boolean).length, total: rights.length };
}
