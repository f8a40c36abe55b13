/**
 * Retrieval-augmented generation (paper, Table 2): the question text retrieves
 * once, and the best rules stand in the prompt, best first, up to the LM's context.
 */
import type { Texts } from '../ruleworld/types.ts';
import type { Method, MethodInput, RetrievedRule } from './method.ts';
import { fitPrompt, type FittedPrompt, type LineLengths } from './prompt-fit.ts';
import { completions, promptAnswer, textOf } from './prompting.ts';
import type { RetrievalQuery, Retriever } from './retriever.ts';
import type { TextModel } from './text-model.ts';

/** Rules that RAG puts into the prompt (the paper's top 100). */
export const RAG_TOP = 100;

/**
 * RAG with any retriever over the pools.
 *
 * @param ruleTexts by rule id
 * @param promptRules at most so many of the retrieved rules are meant for the prompt
 */
export function ragMethod(
  name: string,
  retriever: Retriever,
  model: TextModel,
  ruleTexts: readonly Texts[],
  maxNewTokens: number,
  promptRules: number = RAG_TOP,
): Method {
  const lengths: LineLengths = new Map();
  const fit = (input: MethodInput, retrieved: readonly RetrievedRule[]): FittedPrompt => {
    const rules = retrieved.slice(0, promptRules).map(({ id }) => textOf(ruleTexts, id)[input.representation]);
    return fitPrompt(model, input.question.question[input.representation], rules, maxNewTokens, lengths);
  };
  return {
    name,
    retrieval: 'once',
    answer: async (batch) => {
      const found = await retriever.rank(batch.map(questionQuery), RAG_TOP);
      const prompts = batch.map((input, index) => fit(input, found[index] ?? []));
      const texts = await completions(model, prompts, maxNewTokens);
      return prompts.map((prompt, index) => {
        const retrieved = found[index] ?? [];
        return { ...promptAnswer(prompt, texts[index] ?? '', Math.min(retrieved.length, promptRules)), retrievedPerStep: [retrieved] };
      });
    },
  };
}

function questionQuery({ question, representation, pool }: MethodInput): RetrievalQuery {
  return { text: question.question[representation], representation, pool };
}
