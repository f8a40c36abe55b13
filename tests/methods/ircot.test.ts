import { ircotMethod } from '../../src/methods/ircot.ts';
import type { MethodAnswer } from '../../src/methods/method.ts';
import { endpointModel } from '../../src/methods/endpoint-model.ts';
import { input, resources, scriptedModel, scriptedRetriever } from './agents/support.ts';

const FOUR_STEPS = [' tail grows [Step] x', ' horn drops [Step] x', ' ear rises [Step] x', ' [Step] all \\boxed{4}'];

async function answer(script: readonly string[], found: Readonly<Record<string, readonly number[]>> = {}) {
  const [model, retriever] = [scriptedModel({ q: script }), scriptedRetriever(found)];
  const [answered] = await ircotMethod(resources(model, retriever)).answer([input('q')]);
  return { answered: answered as MethodAnswer, prompts: model.batches.flat(), model, retriever };
}

it('searches with the question, then with each sentence, four times in all', async () => {
  const { answered, model, retriever } = await answer(FOUR_STEPS);
  expect(answered.queries).toEqual(['question q', 'tail grows', 'horn drops', 'ear rises']);
  expect(answered.text).toBe(' [Step] all \\boxed{4}');
  // 40 tokens for the answer, a quarter of them for each turn.
  expect(model.tokens).toEqual([10, 10, 10, 40]);
  expect(retriever.batches.flat()[1]).toEqual({ text: 'tail grows', representation: 'NL', pool: input('q').pool });
});

it('lets a base model go on with its chain of thought, the rules of all rounds in front, best first', async () => {
  const found = { 'question q': [1, 2, 5], 'tail grows': [4, 1, 6], 'horn drops': [1, 8] };
  const { answered, prompts } = await answer(FOUR_STEPS, found);
  const rules = (...ids: number[]): string => `Rules:\n${ids.map((id) => `rule ${id}`).join('\n')}\n\nQuestion: question q\nAnswer:`;
  expect(prompts[0]).toBe(`${rules(1, 2, 5)} [Step]`);
  // Best places: 1 and 4 first, 2 second, 5 and 6 third.
  expect(prompts[1]).toBe(`${rules(1, 4, 2, 5, 6)} [Step] tail grows [Step]`);
  // The third round's 8 is second; rule 9, which the fourth finds, is first, behind those of the rounds before.
  expect(prompts[2]).toBe(`${rules(1, 4, 2, 8, 5, 6)} [Step] tail grows [Step] horn drops [Step]`);
  expect(prompts[3]).toBe(rules(1, 4, 9, 2, 8, 5, 6));
  expect(answered).toMatchObject({ prompt: prompts[3], rulesGiven: 7, promptCut: 0 });
  const ids = answered.retrievedPerStep.map((round) => round.map(({ id }) => id));
  expect(ids).toEqual([[1, 2, 5], [4, 1, 6], [1, 8], [9]]);
});

it('stops once an answer is boxed, and searches for the sentence before the box', async () => {
  const { answered, model } = await answer([' tail grows \\boxed{7}', ' \\boxed{4}']);
  expect(answered.queries).toEqual(['question q', 'tail grows']);
  expect(answered.text).toBe(' \\boxed{4}');
  expect(model.tokens).toEqual([10, 40]);
});

it('stops at a box without a sentence', async () => {
  const { answered } = await answer([' tail grows [Step]', ' \\boxed{7}', ' \\boxed{4}']);
  expect(answered.queries).toEqual(['question q', 'tail grows']);
});

it('counts a sentence without words as a round that finds nothing, and goes on', async () => {
  const { answered } = await answer([' 3 + 4 [Step]', ' tail grows [Step]', ' \\boxed{7}', ' \\boxed{4}']);
  expect(answered.queries).toEqual(['question q', null, 'tail grows']);
  expect(answered.retrievedPerStep.map((round) => round.length)).toEqual([1, 0, 1]);
});

it('answers from a hundred rules, of which the context may cut off the worst', async () => {
  const hundred = (first: number) => Array.from({ length: 100 }, (_, index) => first + index);
  const found = { 'question q': hundred(100), 'tail grows': hundred(200) };
  const [model, retriever] = [scriptedModel({ q: [' tail grows \\boxed{7}', ' \\boxed{4}'] }), scriptedRetriever(found)];
  // "Rules:\n", an empty line and "Question: question q\nAnswer:" are 36 characters; a rule with its line end is 9; 40 stay free.
  const short = { ...model, contextLength: 36 + 10 * 9 + 40 };
  const [answered] = await ircotMethod(resources(short, retriever)).answer([input('q')]);
  expect(answered).toMatchObject({ rulesGiven: 10, promptCut: 90, promptTokens: 126 });
  expect(answered?.prompt).toContain('rule 100\nrule 200\nrule 101\nrule 201\n');
});

it('answers alike alone and in a batch, and asks what is due together as one batch', async () => {
  const script = {
    q: FOUR_STEPS,
    r: [' mane shines \\boxed{1}', ' \\boxed{2}'],
    s: [' 3 + 4 [Step]', ' paw bends [Step] x', ' \\boxed{1}', ' \\boxed{3}'],
  };
  const found = { 'question q': [1, 2], 'question r': [3], 'mane shines': [5, 3], 'paw bends': [6] };
  const inputs = ['q', 'r', 's'].map(input);
  const [model, retriever] = [scriptedModel(script), scriptedRetriever(found)];
  const together = await ircotMethod(resources(model, retriever)).answer(inputs);
  const alone = ircotMethod(resources(scriptedModel(script), scriptedRetriever(found)));
  for (const [index, one] of inputs.entries()) expect([together[index]]).toEqual(await alone.answer([one]));
  expect(together.map(({ text }) => text)).toEqual([' [Step] all \\boxed{4}', ' \\boxed{2}', ' \\boxed{3}']);
  // All search, all think; then q and r search, and s, whose sentence has no words, thinks at once.
  expect(retriever.batches[0]?.map(({ text }) => text)).toEqual(['question q', 'question r', 'question s']);
  expect(model.batches[0]).toHaveLength(3);
  expect(retriever.batches[1]?.map(({ text }) => text)).toEqual(['tail grows', 'mane shines']);
});

it('keeps nothing of one question for the next', async () => {
  const model = scriptedModel({ q: [' tail grows \\boxed{7}', ' \\boxed{4}', ' tail grows \\boxed{7}', ' \\boxed{4}'] });
  const method = ircotMethod(resources(model));
  expect(await method.answer([input('q')])).toEqual(await method.answer([input('q')]));
  expect(model.batches[2]).toEqual(model.batches[0]);
});

it('ends with the error of a question, once the others have ended', async () => {
  const model = scriptedModel({ q: [], r: [' \\boxed{1}', ' \\boxed{2}'] });
  await expect(ircotMethod(resources(model)).answer([input('q'), input('r')])).rejects.toThrow('the script of question q has no text 0');
});

it('tells a model behind an endpoint to write one step', async () => {
  const asked: string[] = [];
  const replies = ['[Step] tail grows', '[Step] horn drops\n\\boxed{7}', '\\boxed{4}'];
  const client = {
    ask: async ({ messages }: { readonly messages: readonly { readonly content: string }[] }) => {
      asked.push(messages[0]?.content ?? '');
      return replies[asked.length - 1] ?? '';
    },
  };
  const model = endpointModel({ contextLength: 8000, temperature: 0 }, client);
  const [answered] = await ircotMethod({ ...resources(model), maxNewTokens: 400 }).answer([input('q')]);
  expect(answered).toMatchObject({ text: '\\boxed{4}', queries: ['question q', 'tail grows', 'horn drops'], promptTokensEstimated: true });
  expect(asked[0]).toMatch(/Rules:\nrule 9\n\nQuestion: question q\n\nDo not write the whole answer now, but its next step alone.*No step is written yet\.$/s);
  expect(asked[1]).toMatch(/Written so far:\n\[Step\] tail grows$/);
  expect(asked[2]).toMatch(/Question: question q$/);
});

it('shows so many of the best rules in every prompt, and ranks as many as ever', async () => {
  const [model, retriever] = [scriptedModel({ q: [' tail grows \\boxed{7}', ' \\boxed{4}'] }), scriptedRetriever({ 'question q': [1, 2, 5], 'tail grows': [4, 1, 6] })];
  const [answered] = await ircotMethod({ ...resources(model, retriever), promptRules: 2 }).answer([input('q')]);
  expect(model.batches.flat()[0]).toContain('Rules:\nrule 1\nrule 2\n\n');
  expect(answered?.prompt).toContain('Rules:\nrule 1\nrule 4\n\n');
  expect(answered).toMatchObject({ rulesGiven: 2, promptCut: 0 });
});
