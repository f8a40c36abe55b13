/**
 * Prompting (paper, Table 2): all rules of the pool in the prompt, up to the LM's context;
 * and its upper bound (Figure 5c), the gold rules and no others.
 */
import { goldRules } from '../ruleworld/gold-rules.ts';
import { randomStream } from '../random.ts';
import type { Texts } from '../ruleworld/types.ts';
import type { Method, MethodAnswer, MethodInput, RetrievalKind } from './method.ts';
import { fitPrompt, type FittedPrompt, type LineLengths } from './prompt-fit.ts';
import type { TextModel } from './text-model.ts';

/** Which rules a prompt should have, in which order. */
interface RuleChoice {
  readonly name: string;
  readonly retrieval: RetrievalKind;
  rulesFor(input: MethodInput): readonly number[];
}

const WHOLE_POOL: RuleChoice = { name: 'prompting', retrieval: 'none', rulesFor: ({ pool }) => pool };

/** Shuffled, since the order of the steps would tell the order of the answer. */
const GOLD_RULES: RuleChoice = {
  name: 'prompting-gold',
  retrieval: 'gold',
  rulesFor: ({ question }) => randomStream(`prompting-gold/${question.id}`).shuffle([...goldRules(question)]),
};

/** `ruleTexts` by rule id. The pool's shuffled order decides which rules the context cuts off. */
export function promptingMethod(model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number): Method {
  return promptWith(WHOLE_POOL, model, ruleTexts, maxNewTokens);
}

/** As `promptingMethod`, with the question's gold rules alone; its answers do not depend on the pool. */
export function goldPromptingMethod(model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number): Method {
  return promptWith(GOLD_RULES, model, ruleTexts, maxNewTokens);
}

function promptWith(choice: RuleChoice, model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number): Method {
  const lengths: LineLengths = new Map();
  const fit = ({ question, representation }: MethodInput, rules: readonly number[]): FittedPrompt => {
    const texts = rules.map((id) => textOf(ruleTexts, id)[representation]);
    return fitPrompt(model, question.question[representation], texts, maxNewTokens, lengths);
  };
  return {
    name: choice.name,
    retrieval: choice.retrieval,
    answer: async (batch) => {
      const chosen = batch.map(choice.rulesFor);
      const prompts = batch.map((input, index) => fit(input, chosen[index] ?? []));
      const texts = await completions(model, prompts, maxNewTokens);
      return prompts.map((prompt, index) => ({
        ...promptAnswer(prompt, texts[index] ?? '', chosen[index]?.length ?? 0),
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

/** What the model answers to fitted prompts. */
export function completions(model: TextModel, prompts: readonly FittedPrompt[], maxNewTokens: number): Promise<string[]> {
  const texts = prompts.map((prompt) => prompt.text);
  return model.complete(texts, maxNewTokens);
}

/** The parts of an answer that prompting and RAG share; `meant` rules should have stood in the prompt. */
export function promptAnswer(prompt: FittedPrompt, text: string, meant: number): Omit<MethodAnswer, 'retrievedPerStep'> {
  return {
    text,
    prompt: prompt.text,
    promptTokens: prompt.tokens,
    ...(prompt.tokensEstimated ? { promptTokensEstimated: true } : {}),
    promptCut: meant - prompt.rulesGiven,
    rulesGiven: prompt.rulesGiven,
  };
}
