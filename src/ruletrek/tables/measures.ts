/** What is averaged over trials, all from 0 to 100; what a failed trial does not have counts 0. */
import type { ScoredTrial } from './scored-run.ts';

export type Measure = (trial: ScoredTrial) => number;

/** The headline: RI, or answer × reasoning. */
export const headline: Measure = ({ score }) => score.score ?? 0;
export const answerRight: Measure = ({ score }) => 100 * (score.answer?.right ?? 0);
export const fieldsRight: Measure = ({ score }) => 100 * (score.answer?.share ?? 0);
export const reasoning: Measure = ({ score }) => score.reasoning?.total ?? 0;
export const nodeF1: Measure = ({ score }) => 100 * (score.ri?.nodes.f1 ?? 0);
export const edgeF1: Measure = ({ score }) => 100 * (score.ri?.edges.f1 ?? 0);
export const nodeF1Loose: Measure = ({ score }) => 100 * (score.ri?.nodeF1At['0.3'] ?? 0);
export const nodeF1Strict: Measure = ({ score }) => 100 * (score.ri?.nodeF1At['0.7'] ?? 0);
