/** What prompting methods need of a language model, here or behind an endpoint: text in, text out, and its limits. */
import { generateGreedy } from '../lm/generate.ts';
import type { LoadedLm } from '../lm/load.ts';
import { promptText } from '../ruleworld/prompt.ts';
import { chatPrompt } from './chat-template.ts';

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

/** A frozen language model as it stands, without adapters; one with a chat template is asked as a chat model is. */
export function textModelOf(lm: LoadedLm): TextModel {
  const { tokenizer, config } = lm;
  const { chat } = lm;
  const end = config.eosTokenId;
  const turn = (text: string): string => chat?.prompt([{ role: 'user', content: text }]) ?? text;
  const stopIds = [...new Set([...(end === null ? [] : [end]), ...(chat?.stopIds ?? [])])];
  // A model's table may have more rows than its tokenizer has tokens; these have no text.
  const decode = (ids: readonly number[]): string => tokenizer.decode(ids.filter((id) => id < tokenizer.vocabSize));
  return {
    contextLength: config.maxPositions - (chat === null ? 0 : tokenizer.encode(turn('')).length),
    countTokens: (text) => tokenizer.encode(text).length,
    tokensEstimated: false,
    followsInstructions: chat !== null,
    prompt: chat === null ? promptText : chatPrompt,
    complete: async (prompts, maxNewTokens) => {
      const ids = prompts.map((prompt) => tokenizer.encode(turn(prompt)));
      const options = { maxNewTokens, stopIds, padId: end ?? 0 };
      return generateGreedy(lm, ids, options).map(decode);
    },
  };
}
