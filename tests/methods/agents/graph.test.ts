/** The graph that both agents run on, with stubs for all that it asks. */
import { getConfig } from '@langchain/langgraph';
import type { Agent, Turn } from '../../../src/methods/agents/agent.ts';
import { agentRunner, type AgentReply, type AgentRun, type AgentTools } from '../../../src/methods/agents/graph.ts';
import { input } from './support.ts';

/** Turns by the letter a scripted model writes: search, search for the last time, malformed, boxed at once, answered. */
const TURNS: Readonly<Record<string, Turn>> = {
  s: { text: 's', query: 'more', last: false, answer: null },
  l: { text: 'l', query: 'the last', last: true, answer: null },
  m: { text: 'm', query: null, last: false, answer: null },
  b: { text: 'b', query: null, last: true, answer: null },
  f: { text: 'f', query: null, last: true, answer: 'finished' },
};

function agent(questionFirst: boolean): Agent {
  return { questionFirst, prompt: () => '', read: (text) => TURNS[text] as Turn };
}

function reply(text: string): AgentReply {
  return { text, prompt: { text, tokens: 0, tokensEstimated: false, rulesGiven: 0 } };
}

/** The model writes these letters, one a turn; every search finds rule 7. */
function tools(letters: string): AgentTools {
  return {
    search: async () => [{ id: 7, score: 0 }],
    think: async (_, __, turns) => reply(letters[turns.length] ?? 'x'),
    answer: async () => reply('answered'),
  };
}

/** Queries of a run and its answer: "question q / more / – → answered". */
function wayOf({ rounds, reply: { text } }: AgentRun): string {
  return `${rounds.map(({ query }) => query ?? '–').join(' / ')} → ${text}`;
}

async function way(questionFirst: boolean, letters: string): Promise<string> {
  return wayOf(await agentRunner(agent(questionFirst), tools(letters))(input('q'), letters));
}

it.each([
  ['sss', 'question q / more / more / more → answered'],
  ['sml', 'question q / more / – / the last → answered'],
  ['l', 'question q / the last → answered'],
  ['b', 'question q → answered'],
  ['sb', 'question q / more → answered'],
])('with the question first, %s goes %s', async (letters, expected) => {
  expect(await way(true, letters)).toBe(expected);
});

it.each([
  ['ssss', 'more / more / more / more → answered'],
  ['mmmm', '– / – / – / – → answered'],
  ['sml', 'more / – / the last → answered'],
  ['b', ' → answered'],
  ['f', ' → finished'],
  ['msf', '– / more → finished'],
  ['sssf', 'more / more / more → finished'],
])('with the model first, %s goes %s', async (letters, expected) => {
  expect(await way(false, letters)).toBe(expected);
});

it('retrieves nothing in a round without a query', async () => {
  const { rounds } = await agentRunner(agent(false), tools('smf'))(input('q'), '1');
  expect(rounds).toEqual([
    { query: 'more', retrieved: [{ id: 7, score: 0 }] },
    { query: null, retrieved: [] },
  ]);
});

it('never meets the recursion limit, whatever the turns are', async () => {
  // Every way of four turns that go on or not: 3⁴ with the model first, of which 'ssss' and 'mmmm' are the longest.
  const letters = ['s', 'm', 'l'];
  const all = letters.flatMap((a) => letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `${a}${b}${c}${d}`))));
  const ways = await Promise.all(all.map((turns) => way(false, turns)));
  expect(ways).toHaveLength(81);
  expect(ways.every((one) => one.endsWith('→ answered'))).toBe(true);
});

it('keeps runs apart: another thread each, and nothing left of the one before', async () => {
  const threads: unknown[] = [];
  const seen: number[] = [];
  const spies: AgentTools = {
    ...tools('ssss'),
    search: async () => {
      threads.push(getConfig().configurable?.['thread_id']);
      return [{ id: 7, score: 0 }];
    },
    think: async (_, rules, turns) => {
      seen.push(rules.length, turns.length);
      return reply('l');
    },
  };
  const run = agentRunner(agent(false), spies);
  await run(input('q'), 'one');
  await run(input('r'), 'two');
  expect(threads).toEqual(['one', 'two']);
  expect(seen).toEqual([0, 0, 0, 0]);
});

it('passes an error on as it is', async () => {
  const error = new RangeError('the retriever broke');
  const run = agentRunner(agent(true), { ...tools(''), search: () => Promise.reject(error) });
  await expect(run(input('q'), '1')).rejects.toBe(error);
});
