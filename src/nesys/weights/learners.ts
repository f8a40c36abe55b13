/** Ways of learning weights: the published one, and ours, which does not hang on one order of the rules. */
import { mean } from '../../statistics/spread.ts';
import type { Scale } from '../energy.ts';
import { coordinateAscent, GRID, NON_NEGATIVE_GRID } from './ascent.ts';
import type { Problem } from './problem.ts';

export interface Learner {
  readonly name: string;
  readonly learn: (problem: Problem) => readonly number[];
}

/** Simpler ones first. */
export function learners(orders: readonly (readonly number[])[]): Learner[] {
  return [
    { name: 'weights of 1', learn: ({ ruleCount }) => new Array<number>(ruleCount).fill(1) },
    { name: "file's order", learn: (problem) => coordinateAscent(problem).weights },
    { name: `mean of ${orders.length} orders`, learn: (problem) => averagedWeights(problem, orders, GRID) },
    { name: `mean of ${orders.length} orders, none negative`, learn: (problem) => averagedWeights(problem, orders, NON_NEGATIVE_GRID) },
  ];
}

/** The mean of the weights that ascents in several orders find. */
export function averagedWeights(problem: Problem, orders: readonly (readonly number[])[], grid: readonly number[]): number[] {
  const learned = orders.map((order) => coordinateAscent(problem, { grid, order }).weights);
  return Array.from({ length: problem.ruleCount }, (_, rule) => mean(learned.map((weights) => weights[rule]!)));
}

/** A γ and a way of learning weights with it. */
export interface Candidate {
  readonly scale: Scale;
  readonly learner: Learner;
}
