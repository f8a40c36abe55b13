/** Who may answer a question: the neural model, the rules, or both together; each with what it makes of the choices. */
import { answerOf, totalsOf, type Judge, type Scale } from '../energy.ts';
import type { ScoredQuestion } from '../question.ts';
import { coordinateAscent } from '../weights/ascent.ts';
import { prepareProblem } from '../weights/problem.ts';

/** In the order in which equals are preferred. */
export const EXPERTS = ['combined', 'symbolic', 'neural'] as const;
export type Expert = (typeof EXPERTS)[number];
export type ByExpert<T> = Readonly<Record<Expert, T>>;

/** An expert that has learnt its weights. */
export interface Judgement {
  readonly judge: Judge;
  readonly weights: readonly number[];
}

/** Weights of the rules, learnt with and without the neural model by coordinate ascent. */
export function learnExperts(questions: readonly ScoredQuestion[], scale: Scale): ByExpert<Judgement> {
  const learn = (judge: Judge): Judgement => ({ judge, weights: coordinateAscent(prepareProblem(questions, judge)).weights });
  return {
    neural: { judge: { by: 'neural' }, weights: [] },
    symbolic: learn({ by: 'rules' }),
    combined: learn({ by: 'nesys', scale }),
  };
}

/** The choice that an expert takes. */
export function answerBy({ judge, weights }: Judgement, question: ScoredQuestion): number {
  return answerOf(question, weights, judge);
}

/** What an expert makes of each choice, not normalised. */
export function totalsBy({ judge, weights }: Judgement, question: ScoredQuestion): number[] {
  return totalsOf(question, weights, judge);
}

/** The same for each expert. */
export function byExpert<T>(make: (expert: Expert) => T): ByExpert<T> {
  return { combined: make('combined'), symbolic: make('symbolic'), neural: make('neural') };
}
