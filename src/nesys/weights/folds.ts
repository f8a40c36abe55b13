/** k-fold cross-validation on dev: γ and the way of learning are chosen where weights were not learnt. */
import { randomStream } from '../../random.ts';
import { firstMaximum, rightsOf, type Judge } from '../energy.ts';
import type { ScoredQuestion } from '../question.ts';
import type { Candidate } from './learners.ts';
import { prepareProblem } from './problem.ts';

/** Indices of the held-out questions of each fold: every question once, folds as equal as can be. */
export function foldsOf(count: number, folds: number, seed: number): number[][] {
  const shuffled = randomStream(`nesys/${seed}/folds`).shuffle(Array.from({ length: count }, (_, i) => i));
  return Array.from({ length: folds }, (_, fold) => shuffled.filter((_, i) => i % folds === fold));
}

/** Right answers among held-out questions, of all folds together. */
export function heldOutRight(questions: readonly ScoredQuestion[], folds: readonly (readonly number[])[], { scale, learner }: Candidate): number {
  const judge: Judge = { by: 'nesys', scale };
  return folds.reduce((sum, fold) => {
    const held = new Set(fold);
    const weights = learner.learn(prepareProblem(questions.filter((_, i) => !held.has(i)), judge));
    return sum + rightsOf(questions.filter((_, i) => held.has(i)), weights, judge).filter(Boolean).length;
  }, 0);
}

export interface Judged extends Candidate {
  /** Right answers on held-out dev questions. */
  readonly heldOut: number;
}

/** The candidate with most right held-out answers, the first of equals; of a non-empty list. */
export function bestOf(judged: readonly Judged[]): Judged {
  const best = judged[firstMaximum(judged.map(({ heldOut }) => heldOut))];
  if (best === undefined) throw new RangeError('bestOf needs at least one candidate');
  return best;
}
