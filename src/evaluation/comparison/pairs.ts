/** Answers to the same question: in one form, against the same pool, with the same seed. */
import type { QuestionScore } from '../records.ts';

export interface Pair {
  readonly first: QuestionScore;
  readonly second: QuestionScore;
}

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Questions that one side alone has. */
  readonly unpaired: number;
}

/** Pairs in the order of the first. Methods are not looked at: each side should be of one alone. */
export function pairQuestions(first: readonly QuestionScore[], second: readonly QuestionScore[]): Pairing {
  const others = new Map(second.map((score) => [pairKey(score), score]));
  const pairs = first.flatMap((score) => {
    const other = others.get(pairKey(score));
    return other === undefined ? [] : [{ first: score, second: other }];
  });
  return { pairs, unpaired: first.length + second.length - 2 * pairs.length };
}

/** The pool's fingerprint covers the texts of its rules; the question's text tells data sets with the same rules apart. */
function pairKey({ repository, ruleCount, representation, seed, questionId, question, pool }: QuestionScore): string {
  return JSON.stringify([repository, ruleCount, representation, seed, questionId, question, pool]);
}
