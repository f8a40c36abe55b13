/** What tells one agent from another: who asks first, how a turn is asked for, and what is read from it. */

/** One turn of the model. */
export interface Turn {
  /** What later prompts show of it; may be empty. */
  readonly text: string;
  /** What to search for; null where there is nothing that can be searched. */
  readonly query: string | null;
  /** Whether the model has come to its answer, so that no turn follows. */
  readonly last: boolean;
  /** An answer that stands as it is; null where one is still to be written. */
  readonly answer: string | null;
}

export interface Agent {
  /** Whether the question is the first query; else the model writes that one, too. */
  readonly questionFirst: boolean;
  /** The prompt for the next turn, with the rules found so far, best first. */
  prompt(question: string, rules: readonly string[], turns: readonly Turn[]): string;
  /** Reads what the model wrote; whatever it is, it is a turn. */
  read(text: string): Turn;
}
