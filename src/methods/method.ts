/**
 * The one interface behind which every method of the paper's tables answers:
 * a question and a pool of rules in, text and the retrieved rules out.
 */
import type { Question, Representation } from '../ruleworld/types.ts';

/** One question with the rules it is asked against. */
export interface MethodInput {
  readonly question: Question;
  readonly representation: Representation;
  /** Rule ids of the repository, in shuffled order; the gold rules are among them. */
  readonly pool: readonly number[];
}

/** A rule and how relevant the method found it; the scale of the score is the method's own. */
export interface RetrievedRule {
  readonly id: number;
  readonly score: number;
}

/** What a method makes of one question. */
export interface MethodAnswer {
  /** What the LM wrote after the prompt. */
  readonly text: string;
  /** What the LM was given as text, injected rules excluded. */
  readonly prompt: string;
  readonly promptTokens: number;
  /** Whether `promptTokens` is an estimate, from above: an endpoint's tokenizer is not at hand. */
  readonly promptTokensEstimated?: boolean;
  /** Rules meant for the prompt that the LM's context had no room for. */
  readonly promptCut: number;
  /** How many rules the LM saw: of the pool, of each retrieval, or of what the rounds found together, always the first ones. */
  readonly rulesGiven: number;
  /** One list for each retrieval, best first; up to 100 rules each. Empty where nothing is retrieved. */
  readonly retrievedPerStep: readonly (readonly RetrievedRule[])[];
  /**
   * What each retrieval searched for, of a method that writes queries itself; null where it wrote
   * nothing that can be searched, and nothing was retrieved.
   */
  readonly queries?: readonly (string | null)[];
}

/**
 * Before each step, once for the question, in rounds whose finds become one list, or not at all;
 * `gold` retrieves nothing, since the gold rules and no others are handed over. Recall is counted
 * accordingly.
 */
export const RETRIEVAL_KINDS = ['per-step', 'once', 'rounds', 'none', 'gold'] as const;
export type RetrievalKind = (typeof RETRIEVAL_KINDS)[number];

/**
 * Methods that read every rule of the pool and retrieve none. They rank the pool all the same, and the recall of that one
 * ranking is counted as if they retrieved once.
 */
export const READING_ALL = ['kblam', 'kblam-scaled'] as const;

export interface Method {
  /** As in the configuration: `dynarule`, `prompting`, `rag-bm25`. */
  readonly name: string;
  readonly retrieval: RetrievalKind;
  /** Answers in the order of the batch. Must not depend on how questions are batched. */
  answer(batch: readonly MethodInput[]): Promise<MethodAnswer[]>;
}

/** A method with the tensors that are its own. */
export interface LoadedMethod {
  readonly method: Method;
  dispose(): void;
}

/** A method that is not loaded yet: finished cells are recognised without it. */
export interface MethodEntry {
  readonly name: string;
  /** Hash or text of all that decides its answers beside questions and rules: weights and settings. */
  fingerprint(): Promise<string>;
  /** What a user should hear about its weights; null where there is nothing to say. */
  readonly caveat?: () => string | null;
  load(): Promise<LoadedMethod>;
}
