/** What a router is told of a question: how sure the experts are and whether they agree, scores, lengths, label. */
import type { ScoredQuestion } from '../question.ts';
import { answerBy, totalsBy, type ByExpert, type Judgement } from './experts.ts';

/** A question with the lengths of its choices in characters, or null where their texts are not known. */
export interface RoutedQuestion {
  readonly question: ScoredQuestion;
  readonly lengths: readonly number[] | null;
}

/** Labels that have a feature of their own; others have none. */
export function labelsOf(questions: readonly RoutedQuestion[]): string[] {
  return [...new Set(questions.map(({ question }) => question.label))].sort();
}

/** One row of numbers, of the same length for all questions of one rule set. */
export function routerFeatures({ question, lengths }: RoutedQuestion, experts: ByExpert<Judgement>, labels: readonly string[]): number[] {
  const { logProbs, scores, label } = question;
  const [neural, symbolic] = [answerBy(experts.neural, question), answerBy(experts.symbolic, question)];
  const combined = answerBy(experts.combined, question);
  const sure = [experts.neural, experts.symbolic, experts.combined].map((expert) => marginOf(totalsBy(expert, question)));
  const between = scores.map((row) => (row === null ? 0 : row[neural]! - row[symbolic]!));
  const longer = lengths === null ? 0 : lengths[neural]! - lengths[symbolic]!;
  return [
    ...sure,
    Math.max(...logProbs) - Math.min(...logProbs),
    entropyOf(logProbs),
    logProbs.length,
    Number(neural === symbolic),
    Number(neural === combined),
    scores.filter((row) => row !== null).length,
    lengths === null ? 0 : lengths[neural]!,
    longer,
    ...between,
    ...labels.map((known) => Number(known === label)),
  ];
}

/** The best total minus the next one; 0 for a single choice. */
function marginOf(totals: readonly number[]): number {
  const [best, next] = [...totals].sort((a, b) => b - a);
  return next === undefined ? 0 : best! - next;
}

/** Of the distribution over choices, nats. */
function entropyOf(logProbs: readonly number[]): number {
  const most = Math.max(...logProbs);
  const weights = logProbs.map((logProb) => Math.exp(logProb - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.reduce((entropy, weight) => (weight === 0 ? entropy : entropy - (weight / sum) * Math.log(weight / sum)), 0);
}
