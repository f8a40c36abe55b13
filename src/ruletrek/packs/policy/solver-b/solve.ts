/** Solver B: every figure of the review, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { CLUSTER_FIGURES } from './cluster.ts';
import { HOSTING_FIGURES } from './hosting.ts';
import { DOLLARS, openReview } from './review.ts';

const FIGURES = { ...CLUSTER_FIGURES, ...HOSTING_FIGURES };

/** All figures that apply. */
export function solveReview(input: SolverInput): SolverOutput {
  const review = openReview(input, FIGURES);
  const values = Object.keys(FIGURES).map((name) => [name, review.figure(name)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, DOLLARS.has(name) ? (Number(value) / 100).toFixed(2) : value]])));
}
