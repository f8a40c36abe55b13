/** What can be wrong with rules. */
import type { Rule } from './types.ts';

/**
 * - `duplicate`: two rules say the same.
 * - `conflict`: two rules with one premise say different things of one thing.
 * - `cycle`: a change of an attribute comes back to that attribute, whatever the directions.
 * - `second-path`: one cause reaches an attribute, state or environment in two ways.
 * - `entity-dependent`: a rule that is not about an entity uses a word for entities.
 * - `unknown-word`: a word that is not in the vocabulary, or not for this use.
 * - `count`: not a whole number from 1 to 99.
 */
export type FindingKind =
  | 'duplicate'
  | 'conflict'
  | 'cycle'
  | 'second-path'
  | 'entity-dependent'
  | 'unknown-word'
  | 'count';

/** A fault before its message is written. */
export interface Fault {
  readonly kind: FindingKind;
  readonly rules: readonly Rule[];
  /** What the rules have to do with one another. */
  readonly about: string;
}
