/** An agent as a method: all questions of a batch go on side by side, each in a graph of its own. */
import type { Texts } from '../../ruleworld/types.ts';
import type { Method, MethodAnswer, MethodInput, RetrievedRule } from '../method.ts';
import { fitPrompt, type FittedPrompt, type LineLengths } from '../prompt-fit.ts';
import { promptAnswer, textOf } from '../prompting.ts';
import type { Retriever } from '../retriever.ts';
import type { TextModel } from '../text-model.ts';
import type { Agent, Turn } from './agent.ts';
import { agentRunner, type AgentReply, type AgentRun, type AgentTools } from './graph.ts';
import { createLockstep, type Lockstep } from './lockstep.ts';
import { mergeRounds, ROUNDS, ROUND_TOP } from './rounds.ts';

/** What agents are made of. */
export interface AgentResources {
  readonly retriever: Retriever;
  readonly model: TextModel;
  /** By rule id. */
  readonly ruleTexts: readonly Texts[];
  readonly maxNewTokens: number;
  /** At most so many of the rules that were found are meant for a prompt. */
  readonly promptRules: number;
}

export function agentMethod(name: string, agent: Agent, resources: AgentResources): Method {
  const lengths: LineLengths = new Map();
  let threads = 0;
  return {
    name,
    retrieval: 'rounds',
    answer: async (batch) => {
      const lockstep = createLockstep(batch.length);
      const run = agentRunner(agent, agentTools(agent, resources, lockstep, lengths));
      const runs = batch.map((input) => run(input, `${name}/${threads++}`).finally(lockstep.leave));
      await Promise.allSettled(runs); // nothing goes on behind the back of an error
      return (await Promise.all(runs)).map((agentRun) => toAnswer(agentRun, resources.promptRules));
    },
  };
}

/** A model's turn may have so many tokens: then whatever leaves room for the answer leaves room for all turns. */
function turnTokens(maxNewTokens: number): number {
  return Math.ceil(maxNewTokens / ROUNDS);
}

function agentTools(agent: Agent, resources: AgentResources, lockstep: Lockstep, lengths: LineLengths): AgentTools {
  const { retriever, model, maxNewTokens } = resources;
  const rank = lockstep.lane((queries: Parameters<Retriever['rank']>[0]) => retriever.rank(queries, ROUND_TOP));
  const complete = lockstep.lane((calls: readonly Completion[]) => completeAll(model, calls));
  const fit = (asked: TextModel, input: MethodInput, rules: readonly RetrievedRule[], tokens: number): FittedPrompt => {
    const { question, representation } = input;
    const texts = rules.slice(0, resources.promptRules).map(({ id }) => textOf(resources.ruleTexts, id)[representation]);
    return fitPrompt(asked, question.question[representation], texts, tokens, lengths);
  };
  const ask = async (prompt: FittedPrompt, tokens: number): Promise<AgentReply> => ({
    text: await complete({ prompt: prompt.text, maxNewTokens: tokens }),
    prompt,
  });
  return {
    search: (text, { representation, pool }) => rank({ text, representation, pool }),
    think: (input, rules, turns: readonly Turn[]) => {
      const asked = { ...model, prompt: (question: string, shown: readonly string[]) => agent.prompt(question, shown, turns) };
      const tokens = turnTokens(maxNewTokens);
      return ask(fit(asked, input, rules, tokens), tokens);
    },
    answer: (input, rules) => ask(fit(model, input, rules, maxNewTokens), maxNewTokens),
  };
}

interface Completion {
  readonly prompt: string;
  readonly maxNewTokens: number;
}

/** Turns and answers that are due together; calls of one length are one batch of the model. */
async function completeAll(model: TextModel, calls: readonly Completion[]): Promise<string[]> {
  const texts = new Map<Completion, string>();
  for (const maxNewTokens of new Set(calls.map((call) => call.maxNewTokens))) {
    const alike = calls.filter((call) => call.maxNewTokens === maxNewTokens);
    const completed = await model.complete(alike.map(({ prompt }) => prompt), maxNewTokens);
    alike.forEach((call, index) => texts.set(call, completed[index] ?? ''));
  }
  return calls.map((call) => texts.get(call) ?? '');
}

function toAnswer({ rounds, reply }: AgentRun, promptRules: number): MethodAnswer {
  const retrievedPerStep = rounds.map(({ retrieved }) => retrieved);
  const meant = Math.min(mergeRounds(retrievedPerStep).length, promptRules);
  return {
    ...promptAnswer(reply.prompt, reply.text, meant),
    retrievedPerStep,
    queries: rounds.map(({ query }) => query),
  };
}
