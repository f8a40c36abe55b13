/** What a server allows; all of it can be set, none of it is without bounds. */

export interface Limits {
  /** Questions that may wait for the model. */
  readonly queue: number;
  /** Edits that may wait for the one under way. */
  readonly editQueue: number;
  /** Milliseconds from a request to the end of its answer, waiting included. */
  readonly answerMs: number;
  /** Milliseconds from an edit's request until its rules are encoded, waiting included; what follows is a line on the disk. */
  readonly editMs: number;
  /** Milliseconds in which a request must have arrived. */
  readonly requestMs: number;
  /** Milliseconds that an answer under way has when the server shuts down. */
  readonly graceMs: number;
  /** Tokens of an answer; a request that asks for more gets these. */
  readonly answerTokens: number;
  /** Bytes of a question's body. */
  readonly chatBytes: number;
  /** Bytes of an edit's body. */
  readonly rulesBytes: number;
  /** Rules that one edit may add, change and remove. */
  readonly editRules: number;
}

export const DEFAULT_LIMITS: Limits = {
  queue: 256,
  editQueue: 256,
  answerMs: 120_000,
  editMs: 60_000,
  requestMs: 10_000,
  graceMs: 10_000,
  answerTokens: 256,
  chatBytes: 64 * 1024,
  rulesBytes: 4 * 1024 * 1024,
  editRules: 1_000,
};
