/**
 * A neural world model: how likely each candidate next state is (NeSyS, Section 3.1). Log-probs that are in a file
 * already need no source: `readEvaluationSet` reads them.
 */
import type { ChoiceQuestion } from '../question.ts';

export interface LikelihoodSource {
  /**
   * Sum of token log-probs of each choice of each question, in nats.
   *
   * @param report told how many questions are done
   * @throws UserError where a question cannot be answered
   */
  logProbs(questions: readonly ChoiceQuestion[], report?: (done: number) => void): Promise<number[][]>;
}
