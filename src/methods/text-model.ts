/** What prompting methods need of a language model, here or behind an endpoint: text in, text out, and its limits. */
import { generateGreedy } from '../lm/generate.ts';
import type { LoadedLm } from '../lm/load.ts';
import { promptText } from '../ruleworld/prompt.ts';

export interface TextModel {
  /** Tokens that prompt and completion may have together. */
  readonly contextLength: number;
  /** Tokens of a text as it stands in a prompt. */
  countTokens(text: string): number;
  /** Whether `countTokens` estimates, from above, because the tokenizer is not at hand. */
  readonly tokensEstimated: boolean;
  /** Whether it does what a prompt tells it to, as chat models do; a base model goes on with the text. */
  readonly followsInstructions: boolean;
  /** The prompt that asks this model the question, with these rules in this order. */
  prompt(question: string, rules: readonly string[]): string;
  /**
   * Completions, at most `maxNewTokens` each and without the end mark, in the order of the prompts.
   * None depends on the prompts beside it. A local model is greedy; an endpoint's has its temperature.
   */
  complete(prompts: readonly string[], maxNewTokens: number): Promise<string[]>;
}

/** A frozen language model as it stands, without adapters. */
export function textModelOf(lm: LoadedLm): TextModel {
  const { tokenizer, config } = lm;
  const end = config.eosTokenId;
  // A model's table may have more rows than its tokenizer has tokens; these have no text.
  const decode = (ids: readonly number[]): string => tokenizer.decode(ids.filter((id) => id < tokenizer.vocabSize));
  return {
    contextLength: config.maxPositions,
    countTokens: (text) => tokenizer.encode(text).length,
    tokensEstimated: false,
    followsInstructions: false,
    prompt: promptText,
    complete: async (prompts, maxNewTokens) => {
      const ids = prompts.map((prompt) => tokenizer.encode(prompt));
      const options = { maxNewTokens, stopIds: end === null ? [] : [end], padId: end ?? 0 };
      return generateGreedy(lm, ids, options).map(decode);
    },
  };
}
