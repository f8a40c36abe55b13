import type { MethodAnswer } from '../../src/methods/method.ts';
import { reactMethod } from '../../src/methods/react.ts';
import { input, resources, scriptedModel, scriptedRetriever } from './agents/support.ts';

const search = (text: string): string => `Thought: something is missing\nAction: Search[${text}]`;

async function answer(script: readonly string[], followsInstructions: boolean, found: Readonly<Record<string, readonly number[]>> = {}) {
  const model = scriptedModel({ q: script }, followsInstructions);
  const [answered] = await reactMethod(resources(model, scriptedRetriever(found))).answer([input('q')]);
  return { answered: answered as MethodAnswer, prompts: model.batches.flat(), model };
}

describe('a model that follows instructions', () => {
  it('searches four times at most, and then answers with what was found', async () => {
    const script = ['cat tail', 'cat horn', 'cat ear', 'cat paw'].map(search);
    const { answered, model } = await answer([...script, '\\boxed{4}'], true, { 'cat tail': [1, 2], 'cat paw': [3] });
    expect(answered.queries).toEqual(['cat tail', 'cat horn', 'cat ear', 'cat paw']);
    // The best of each round in their order: 1; 9 of the second and third round; 3. Then 2.
    expect(answered.prompt).toBe('Rules:\nrule 1\nrule 9\nrule 3\nrule 2\n\nQuestion: question q\nAnswer:');
    expect(answered.text).toBe('\\boxed{4}');
    expect(model.tokens).toEqual([10, 10, 10, 10, 40]);
  });

  it('sees its turns so far, the rules found, and how many turns are left', async () => {
    const { prompts } = await answer([search('cat tail'), search('cat horn'), 'Action: Finish[4]'], true);
    expect(prompts[0]).toMatch(/^Question: question q\nAnswer:\n\nThe list may lack rules.*You have 4 of 4 turns left\.$/s);
    expect(prompts[2]).toMatch(/^Rules:\nrule 9\n\nQuestion: question q/);
    const turns = `Your turns so far:\n${search('cat tail')}\n${search('cat horn')}`;
    expect(prompts[2]?.endsWith(`You have 2 of 4 turns left.\n\n${turns}`)).toBe(true);
  });

  it('finishes with an answer of its own, from the rules before its eyes', async () => {
    const { answered, prompts, model } = await answer([search('cat tail'), 'Thought: clear\nAction: Finish[4, bridge]'], true, { 'cat tail': [1, 2] });
    expect(answered).toMatchObject({ text: 'Thought: clear\nAction: Finish[4, bridge]\n\\boxed{4, bridge}', queries: ['cat tail'], rulesGiven: 2 });
    expect(answered.prompt).toBe(prompts[1]);
    expect(model.tokens).toEqual([10, 10]);
  });

  it('may finish without a search', async () => {
    const { answered } = await answer(['Action: Finish[4]'], true);
    expect(answered).toMatchObject({ retrievedPerStep: [], queries: [], rulesGiven: 0, text: 'Action: Finish[4]\n\\boxed{4}' });
  });

  it('loses a round with a malformed action, which is recorded and shown to it', async () => {
    const { answered, prompts } = await answer(['I would search for the tail', search('cat tail'), 'Action: Look[x]', 'Action: Finish[]', '\\boxed{4}'], true);
    expect(answered.queries).toEqual([null, 'cat tail', null, null]);
    expect(answered.retrievedPerStep.map((round) => round.length)).toEqual([0, 1, 0, 0]);
    expect(prompts[1]).toMatch(/You have 3 of 4 turns left\.\n\nYour turns so far:\n\(a turn without exactly one line/);
  });
});

describe('a base model', () => {
  it('searches with each step that it writes, beginning without rules', async () => {
    const { answered, prompts } = await answer([' cat tail [Step] x', ' cat horn [Step] x', ' cat ear [Step]', ' cat paw [Step]', ' \\boxed{4}'], false);
    expect(answered.queries).toEqual(['cat tail', 'cat horn', 'cat ear', 'cat paw']);
    expect(prompts[0]).toBe('Question: question q\nAnswer: [Step]');
    expect(prompts[1]).toBe('Rules:\nrule 9\n\nQuestion: question q\nAnswer: [Step] cat tail [Step]');
  });

  it('has finished at a box: that step is searched for, and the answer written with the rules', async () => {
    const { answered, prompts } = await answer([' cat tail \\boxed{7}', ' \\boxed{4}'], false, { 'cat tail': [1, 2] });
    expect(answered).toMatchObject({ queries: ['cat tail'], text: ' \\boxed{4}' });
    expect(prompts[1]).toBe('Rules:\nrule 1\nrule 2\n\nQuestion: question q\nAnswer:');
  });

  it('loses a round with a step without words', async () => {
    const { answered } = await answer([' [Step]', ' 3 + 4 [Step]', ' cat paw [Step]', '\\boxed{7}', ' \\boxed{4}'], false);
    expect(answered.queries).toEqual([null, null, 'cat paw']);
  });
});

it('answers alike alone and in a batch', async () => {
  const script = {
    q: [search('cat tail'), 'Action: Finish[4]'],
    r: ['Action: Finish[5]'],
    s: ['nothing', search('cat paw'), search('cat ear'), 'nothing', '\\boxed{6}'],
  };
  const inputs = ['q', 'r', 's'].map(input);
  const together = await reactMethod(resources(scriptedModel(script, true))).answer(inputs);
  const alone = reactMethod(resources(scriptedModel(script, true)));
  for (const [index, one] of inputs.entries()) expect([together[index]]).toEqual(await alone.answer([one]));
  expect(together.map(({ queries }) => queries)).toEqual([['cat tail'], [], [null, 'cat paw', 'cat ear', null]]);
});
