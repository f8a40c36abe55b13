/**
 * Retrieval-augmented generation (paper, Table 2): the question text retrieves
 * once, and the best rules stand in the prompt, best first, up to the LM's context.
 */
import { buildBm25, searchBm25 } from '../retrieval/bm25.ts';
import type { Texts } from '../ruleworld/types.ts';
import type { Method, MethodInput, RetrievedRule } from './method.ts';
import { fitPrompt, type FittedPrompt, type LineLengths } from './prompt-fit.ts';
import { completions, promptAnswer, textOf } from './prompting.ts';
import type { TextModel } from './text-model.ts';

/** Rules that RAG puts into the prompt (the paper's top 100). */
export const RAG_TOP = 100;

/** Ranks the documents for a query, best first, `top` at most; ids are positions in `documents`. */
export type Ranker = (documents: readonly string[], query: string, top: number) => RetrievedRule[];

/** BM25 with its statistics over the documents at hand. Documents that share no word with the query are left out. */
export const bm25Ranker: Ranker = (documents, query, top) => searchBm25(buildBm25(documents), query, top);

/** RAG with any ranker over the pool's texts. `ruleTexts` by rule id. */
export function ragMethod(
  name: string,
  rank: Ranker,
  model: TextModel,
  ruleTexts: readonly Texts[],
  maxNewTokens: number,
): Method {
  const lengths: LineLengths = new Map();
  const fit = (input: MethodInput, retrieved: readonly RetrievedRule[]): FittedPrompt => {
    const rules = retrieved.map(({ id }) => textOf(ruleTexts, id)[input.representation]);
    return fitPrompt(model, input.question.question[input.representation], rules, maxNewTokens, lengths);
  };
  return {
    name,
    retrieval: 'once',
    answer: async (batch) => {
      const found = batch.map((input) => retrieve(rank, ruleTexts, input));
      const prompts = batch.map((input, index) => fit(input, found[index] ?? []));
      const texts = await completions(model, prompts, maxNewTokens);
      return prompts.map((prompt, index) => {
        const retrieved = found[index] ?? [];
        return { ...promptAnswer(prompt, texts[index] ?? '', retrieved.length), retrievedPerStep: [retrieved] };
      });
    },
  };
}

/** Ranks the pool for the question; ids of the answer are rule ids. */
function retrieve(rank: Ranker, ruleTexts: readonly Texts[], input: MethodInput): RetrievedRule[] {
  const { pool, question, representation } = input;
  const documents = pool.map((id) => textOf(ruleTexts, id)[representation]);
  const ranked = rank(documents, question.question[representation], RAG_TOP);
  return ranked.map(({ id: position, score }) => {
    const id = pool[position];
    if (id === undefined) throw new RangeError(`position ${position} is outside the pool of ${pool.length}`);
    return { id, score };
  });
}
