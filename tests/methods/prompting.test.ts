import type { MethodInput } from '../../src/methods/method.ts';
import { goldPromptingMethod, promptingMethod } from '../../src/methods/prompting.ts';
import { fakeQuestion, fakeRules } from '../evaluation/support.ts';
import { characterModel } from './character-model.ts';

const rules = fakeRules(20);
const input = (id: string, pool: readonly number[]): MethodInput => ({
  question: fakeQuestion(id, 'single-rule', [[3]]),
  representation: 'NL',
  pool,
});
// "Question: question q\nAnswer:" is 28 characters; "Rules:\n" and the empty line add 8, rules 3 and 7 with line ends 7 each.

describe('prompting', () => {
  it('puts the whole pool into the prompt, in its order', async () => {
    const model = characterModel(1000);
    const [answer] = await promptingMethod(model, rules, 50).answer([input('q', [7, 3])]);
    expect(model.prompts).toEqual(['Rules:\nrule 7\nrule 3\n\nQuestion: question q\nAnswer:']);
    expect(answer).toEqual({
      text: ' rule 3',
      prompt: model.prompts[0],
      promptTokens: 50,
      promptCut: 0,
      rulesGiven: 2,
      retrievedPerStep: [],
    });
  });

  it('cuts the last rules where the context is full, and says how many', async () => {
    // 50 tokens of prompt for two rules; with 8 for the answer they need 58.
    const [exact] = await promptingMethod(characterModel(58), rules, 8).answer([input('q', [7, 3])]);
    expect(exact).toMatchObject({ promptCut: 0, promptTokens: 50 });
    const [cut] = await promptingMethod(characterModel(57), rules, 8).answer([input('q', [7, 3])]);
    expect(cut).toMatchObject({ promptCut: 1, rulesGiven: 1, promptTokens: 43, text: ' rule 7' });
  });

  it('leaves room for the answer alone', async () => {
    const [none] = await promptingMethod(characterModel(36), rules, 8).answer([input('q', [7, 3])]);
    expect(none).toMatchObject({ promptCut: 2, rulesGiven: 0, promptTokens: 28 });
    await expect(promptingMethod(characterModel(35), rules, 8).answer([input('q', [7, 3])])).rejects.toThrow(
      /a question of at most 27 tokens.*\n {2}got: 28 tokens/,
    );
  });

  it('answers in the order of the batch, whatever the batch', async () => {
    const method = promptingMethod(characterModel(1000), rules, 50);
    const inputs = [input('q', [1, 2]), input('r', [4]), input('s', [5, 6, 8])];
    const together = await method.answer(inputs);
    const alone = await Promise.all(inputs.map(async (one) => (await method.answer([one]))[0]));
    expect(together).toEqual(alone);
    expect(together.map(({ text }) => text)).toEqual([' rule 2', ' rule 4', ' rule 8']);
  });
});

describe('prompting with the gold rules', () => {
  const manySteps = (id: string): MethodInput => ({
    question: fakeQuestion(id, 'multi-hop-3', [[3, 5], [8], [5, 11], [2]]),
    representation: 'NL',
    pool: [1, 2, 3, 5, 8, 11, 15],
  });
  const rulesIn = (prompt: string): string[] => prompt.match(/rule \d+/g) ?? [];

  it('puts each gold rule of any step into the prompt once, and nothing else of the pool', async () => {
    const model = characterModel(1000);
    const method = goldPromptingMethod(model, rules, 50);
    const [answer] = await method.answer([manySteps('q')]);
    expect(method).toMatchObject({ name: 'prompting-gold', retrieval: 'gold' });
    expect(rulesIn(model.prompts[0] ?? '').toSorted()).toEqual(['rule 11', 'rule 2', 'rule 3', 'rule 5', 'rule 8']);
    expect(answer).toMatchObject({ rulesGiven: 5, promptCut: 0, retrievedPerStep: [] });
  });

  it('shuffles them by the question alone', async () => {
    const orders = async (batch: readonly MethodInput[]): Promise<string[]> => {
      const model = characterModel(1000);
      await goldPromptingMethod(model, rules, 50).answer(batch);
      return model.prompts.map((prompt) => rulesIn(prompt).join());
    };
    const batch = Array.from({ length: 8 }, (_, index) => manySteps(`q${index}`));
    const first = await orders(batch);
    // Eight times the same one of 120 orders would be no shuffle.
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await orders(batch.map((one) => ({ ...one, pool: one.pool.toReversed() })))).toEqual(first);
    expect(await orders(batch.slice(3, 4))).toEqual([first[3]]);
  });

  it('says how many the context has no room for', async () => {
    // 28 characters of question, 8 around the rules, 7 for "rule 3" and its line end; 8 are left for the answer.
    const [answer] = await goldPromptingMethod(characterModel(28 + 8 + 7 + 8), rules, 8).answer([
      { ...manySteps('q'), question: fakeQuestion('q', 'multi-hop-2', [[3], [5]]) },
    ]);
    expect(answer).toMatchObject({ rulesGiven: 1, promptCut: 1 });
  });
});
