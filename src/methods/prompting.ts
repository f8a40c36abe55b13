/** Prompting (paper, Table 2): all rules of the pool in the prompt, up to the LM's context. */
import type { Texts } from '../ruleworld/types.ts';
import type { Method, MethodAnswer, MethodInput } from './method.ts';
import { fitPrompt, type FittedPrompt, type LineLengths } from './prompt-fit.ts';
import type { TextModel } from './text-model.ts';

/** `ruleTexts` by rule id. The pool's shuffled order decides which rules the context cuts off. */
export function promptingMethod(model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number): Method {
  const lengths: LineLengths = new Map();
  const fit = ({ question, representation, pool }: MethodInput): FittedPrompt => {
    const rules = pool.map((id) => textOf(ruleTexts, id)[representation]);
    return fitPrompt(model, question.question[representation], rules, maxNewTokens, lengths);
  };
  return {
    name: 'prompting',
    retrieval: 'none',
    answer: async (batch) => {
      const prompts = batch.map(fit);
      const texts = await completions(model, prompts, maxNewTokens);
      return prompts.map((prompt, index) => ({
        ...promptAnswer(prompt, texts[index] ?? '', batch[index]?.pool.length ?? 0),
        retrievedPerStep: [],
      }));
    },
  };
}

/** Text of a rule by id; an id outside the repository is a defect of ours. */
export function textOf(ruleTexts: readonly Texts[], id: number): Texts {
  const text = ruleTexts[id];
  if (text === undefined) throw new RangeError(`rule ${id} is not in the repository of ${ruleTexts.length}`);
  return text;
}

/** Greedy completions of fitted prompts, as text. */
export async function completions(
  model: TextModel,
  prompts: readonly FittedPrompt[],
  maxNewTokens: number,
): Promise<string[]> {
  const ids = prompts.map((prompt) => prompt.ids);
  const generated = await model.generate(ids, maxNewTokens);
  return generated.map((tokens) => model.decode(tokens));
}

/** The parts of an answer that prompting and RAG share; `meant` rules should have stood in the prompt. */
export function promptAnswer(prompt: FittedPrompt, text: string, meant: number): Omit<MethodAnswer, 'retrievedPerStep'> {
  return {
    text,
    prompt: prompt.text,
    promptTokens: prompt.ids.length,
    promptCut: meant - prompt.rulesGiven,
    rulesGiven: prompt.rulesGiven,
  };
}
