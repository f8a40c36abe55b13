/** A model and a retriever that follow a script, for agents. */
import type { AgentResources } from '../../../src/methods/agents/agent-method.ts';
import type { MethodInput } from '../../../src/methods/method.ts';
import type { RetrievalQuery, Retriever } from '../../../src/methods/retriever.ts';
import type { TextModel } from '../../../src/methods/text-model.ts';
import { promptText } from '../../../src/ruleworld/prompt.ts';
import { fakeQuestion, fakeRules } from '../../evaluation/support.ts';

/** Rule texts: "rule 0", "rule 1", … */
export const RULES = fakeRules(400);

/** A question about rule 3, against rules 0 … 399; its text is "question <id>". */
export function input(id: string): MethodInput {
  return { question: fakeQuestion(id, 'single-rule', [[3]]), representation: 'NL', pool: RULES.map((_, rule) => rule) };
}

export interface ScriptedModel extends TextModel {
  /** Prompts that were completed together, batch by batch. */
  readonly batches: string[][];
  /** Most new tokens of each batch. */
  readonly tokens: number[];
}

/** A model whose tokens are characters. For each question, by id, it writes the next text of its script. */
export function scriptedModel(script: Readonly<Record<string, readonly string[]>>, followsInstructions = false): ScriptedModel {
  const written = new Map<string, number>();
  const batches: string[][] = [];
  const tokens: number[] = [];
  const next = (prompt: string): string => {
    const id = /Question: question (\w+)/.exec(prompt)?.[1] ?? '';
    const turn = written.get(id) ?? 0;
    written.set(id, turn + 1);
    const text = script[id]?.[turn];
    if (text === undefined) throw new RangeError(`the script of question ${id} has no text ${turn}`);
    return text;
  };
  return {
    batches,
    tokens,
    contextLength: 20_000,
    countTokens: (text) => text.length,
    tokensEstimated: false,
    followsInstructions,
    prompt: promptText,
    complete: async (prompts, maxNewTokens) => {
      batches.push([...prompts]);
      tokens.push(maxNewTokens);
      return prompts.map(next);
    },
  };
}

export interface ScriptedRetriever extends Retriever {
  /** Searches that were made together, batch by batch. */
  readonly batches: RetrievalQuery[][];
}

/** Gives the rules that the script has for a text, best first; for any other text rule 9. */
export function scriptedRetriever(found: Readonly<Record<string, readonly number[]>> = {}): ScriptedRetriever {
  const batches: RetrievalQuery[][] = [];
  return {
    batches,
    rank: async (queries, top) => {
      batches.push([...queries]);
      return queries.map(({ text }) => (found[text] ?? [9]).slice(0, top).map((id, place) => ({ id, score: -place })));
    },
  };
}

/** Answers of 40 tokens, so turns of 10. */
export function resources(model: TextModel, retriever: Retriever = scriptedRetriever()): AgentResources {
  return { model, retriever, ruleTexts: RULES, maxNewTokens: 40, promptRules: 100 };
}
