/** A question about a user's rules, with the rules that answer it. */
import type { Split } from './wordings.ts';

export interface OwnQuestion {
  /** Unique among the questions of a run. */
  readonly id: string;
  readonly split: Split;
  readonly text: string;
  /** Ids of the rules that answer it, one a step. */
  readonly rules: readonly string[];
  /** Who worded it. */
  readonly by: 'template' | 'endpoint';
}
