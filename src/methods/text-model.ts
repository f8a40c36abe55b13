/** What prompting methods need of a language model: text in, greedy text out, and its limits. */
import { generateGreedy } from '../lm/generate.ts';
import type { LoadedLm } from '../lm/load.ts';

export interface TextModel {
  /** Tokens that prompt and completion may have together. */
  readonly contextLength: number;
  /** Token ids of a text, as they stand in a prompt. */
  encode(text: string): number[];
  /** The text of generated ids. */
  decode(ids: readonly number[]): string;
  /** Greedy continuations, at most `maxNewTokens` each and without the end mark, in the order of the prompts. */
  generate(prompts: readonly (readonly number[])[], maxNewTokens: number): Promise<number[][]>;
}

/** A frozen language model as it stands, without adapters. */
export function textModelOf(lm: LoadedLm): TextModel {
  const { tokenizer, config } = lm;
  const end = config.eosTokenId;
  return {
    contextLength: config.maxPositions,
    encode: (text) => tokenizer.encode(text),
    // A model's table may have more rows than its tokenizer has tokens; these have no text.
    decode: (ids) => tokenizer.decode(ids.filter((id) => id < tokenizer.vocabSize)),
    generate: async (prompts, maxNewTokens) =>
      generateGreedy(lm, prompts, { maxNewTokens, stopIds: end === null ? [] : [end], padId: end ?? 0 }),
  };
}
