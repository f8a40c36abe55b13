/** A stand-in for a language model, for methods that prompt. */
import type { TextModel } from '../../src/methods/text-model.ts';
import { promptText } from '../../src/ruleworld/prompt.ts';

/** A model whose tokens are characters, and which answers each prompt with its last rule. */
export function characterModel(contextLength: number): TextModel & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    prompts,
    contextLength,
    countTokens: (text) => text.length,
    tokensEstimated: false,
    followsInstructions: false,
    prompt: promptText,
    complete: async (batch, maxNewTokens) =>
      batch.map((prompt) => {
        prompts.push(prompt);
        return ` ${/rule \d+(?=\n\n)/.exec(prompt)?.[0] ?? 'none'}`.slice(0, maxNewTokens);
      }),
  };
}
