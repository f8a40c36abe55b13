/** A question about a user's rules, with the rules that answer it. */
import type { Split } from './wordings.ts';

export interface OwnQuestion {
  /** Unique among the questions of a run. */
  readonly id: string;
  readonly split: Split;
  readonly text: string;
  /** Ids of the rules that answer it, one a step. */
  readonly rules: readonly string[];
  readonly by: WordedBy;
}

/**
 * Who worded a question. `trained template`: in a wording that training questions have, too, but in a text that none of them has.
 * The templates and endpoint's wordings of other test questions are met in the test alone.
 */
export const WORDED_BY = ['trained template', 'template', 'endpoint'] as const;
export type WordedBy = (typeof WORDED_BY)[number];
