/** A multiple-choice question of a world model: which of several next states follows from a state and an action (NeSyS, Section 3). */

export const ENVIRONMENTS = ['plancraft', 'webshop', 'scienceworld', 'workshop'] as const;
/** The paper's three worlds and the project's own small one. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** A question with its texts. */
export interface ChoiceQuestion {
  /** Unique in its file. */
  readonly id: string;
  readonly environment: Environment;
  /** Kind of transition, as the environment's files name it ("move_get"); table columns group them. */
  readonly label: string;
  readonly state: string;
  readonly action: string;
  /** Candidate next states; at least one. */
  readonly choices: readonly string[];
  /** Index of the right one. */
  readonly correct: number;
}

/** What the two world models say of a question; all that weights, scores and tables need. */
export interface ScoredQuestion {
  readonly id: string;
  readonly label: string;
  readonly correct: number;
  /** Sum of token log-probabilities of each choice, nats, not divided by length. */
  readonly logProbs: readonly number[];
  /** Score of each choice by each rule: `scores[rule][choice]`; a rule that says nothing of the question is null. */
  readonly scores: readonly (readonly number[] | null)[];
}
