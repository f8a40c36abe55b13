/**
 * One question's way through an agent, as a graph of LangGraph:
 *
 *   question ─► search ─► think ─► search ─► … ─► answer     (IRCoT; ReAct begins with think)
 *
 * After four searches, or once the model has come to its answer, it is asked with the rules of
 * all rounds; a turn that has given an answer of its own ends the run at once.
 */
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import type { MethodInput, RetrievedRule } from '../method.ts';
import type { FittedPrompt } from '../prompt-fit.ts';
import type { Agent, Turn } from './agent.ts';
import { mergeRounds, ROUNDS, type Round } from './rounds.ts';

/** The final answer with the prompt it was given to. */
export interface AgentReply {
  readonly text: string;
  readonly prompt: FittedPrompt;
}

/** What the nodes of one question do outside the graph. */
export interface AgentTools {
  search(query: string, input: MethodInput): Promise<readonly RetrievedRule[]>;
  /** Asks for the next turn, with the rules found so far. */
  think(input: MethodInput, rules: readonly RetrievedRule[], turns: readonly Turn[]): Promise<AgentReply>;
  /** Asks for the answer. */
  answer(input: MethodInput, rules: readonly RetrievedRule[]): Promise<AgentReply>;
}

const State = Annotation.Root({
  input: Annotation<MethodInput>(),
  /** One a search, in their order. */
  rounds: Annotation<Round[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  turns: Annotation<Turn[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  reply: Annotation<AgentReply>(),
});
type AgentState = typeof State.State;

/** How a run ended. */
export type AgentRun = Pick<AgentState, 'rounds' | 'reply'>;

/** Supersteps of the longest way: a thought and a search each round, the answer, and what LangGraph counts for the start. */
const RECURSION_LIMIT = 2 * ROUNDS + 2;

/** A function that runs the agent for one question. Runs share nothing but the tools. */
export function agentRunner(agent: Agent, tools: AgentTools): (input: MethodInput, thread: string) => Promise<AgentRun> {
  const graph = agentGraph(agent, tools);
  return async (input, thread) => {
    // Without a checkpointer nothing is kept under the thread's name; it tells runs apart in traces.
    const { rounds, reply } = await graph.invoke({ input }, { recursionLimit: RECURSION_LIMIT, configurable: { thread_id: thread } });
    return { rounds, reply };
  };
}

function agentGraph(agent: Agent, tools: AgentTools) {
  return new StateGraph(State)
    .addNode('search', async ({ input, turns }) => {
      const query = turns.length === 0 ? questionOf(input) : lastOf(turns).query;
      const retrieved = query === null ? [] : await tools.search(query, input);
      return { rounds: [{ query, retrieved }] };
    })
    .addNode('think', async ({ input, rounds, turns }) => {
      const reply = await tools.think(input, mergeRounds(foundIn(rounds)), turns);
      const turn = agent.read(reply.text);
      return { turns: [turn], ...(turn.answer === null ? {} : { reply: { text: turn.answer, prompt: reply.prompt } }) };
    })
    .addNode('answer', async ({ input, rounds }) => ({ reply: await tools.answer(input, mergeRounds(foundIn(rounds))) }))
    .addEdge(START, agent.questionFirst ? 'search' : 'think')
    .addConditionalEdges('search', afterSearch, ['think', 'answer'])
    .addConditionalEdges('think', afterThought, ['search', 'answer', END])
    .addEdge('answer', END)
    .compile();
}

function afterSearch({ rounds, turns }: AgentState): 'think' | 'answer' {
  return rounds.length < ROUNDS && turns.at(-1)?.last !== true ? 'think' : 'answer';
}

/** The sentence that comes to the answer is searched for, too: its own rule may be missing still. */
function afterThought({ turns }: AgentState): 'search' | 'answer' | typeof END {
  const turn = lastOf(turns);
  if (turn.answer !== null) return END;
  return turn.last && turn.query === null ? 'answer' : 'search';
}

function foundIn(rounds: readonly Round[]): (readonly RetrievedRule[])[] {
  return rounds.map(({ retrieved }) => retrieved);
}

function questionOf({ question, representation }: MethodInput): string {
  return question.question[representation];
}

function lastOf(turns: readonly Turn[]): Turn {
  const turn = turns.at(-1);
  if (turn === undefined) throw new RangeError('the model has not had a turn yet');
  return turn;
}
