/**
 * How much each token counts in the mean over the context (the step query `context`). Words that no premise has say nothing of
 * the rule that is asked about; in sentences of a kind that training has not met they pull a plain mean anywhere.
 */
import type { Tokenizer } from '../lm/tokenizer.ts';

/** As a checkpoint keeps it. */
export interface ContextWeights {
  /** Ids of the tokens that count 1. */
  readonly known: readonly number[];
  /** What all others count, above 0, so that a context without a known token has a mean. */
  readonly others: number;
}

/** Tokens of the premises count 1, be they at the beginning of a text or after a space. */
export function premiseWeights(premises: readonly string[], tokenizer: Tokenizer, others: number): ContextWeights {
  const ids = premises.flatMap((premise) => [...tokenizer.encode(premise), ...tokenizer.encode(` ${premise}`)]);
  return { known: [...new Set(ids)].toSorted((a, b) => a - b), others };
}

/** The weight of a token by its id; 1 for every token where there are no weights. */
export function tokenWeights(weights: ContextWeights | undefined): (token: number) => number {
  if (weights === undefined) return () => 1;
  const known = new Set(weights.known);
  return (token) => (known.has(token) ? 1 : weights.others);
}
