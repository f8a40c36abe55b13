import type { MethodInput } from '../../src/methods/method.ts';
import { ragMethod } from '../../src/methods/rag.ts';
import type { Retriever } from '../../src/methods/retriever.ts';
import { fakeQuestion, fakeRules } from '../evaluation/support.ts';
import { characterModel } from './character-model.ts';

const rules = fakeRules(20);
const input = (id: string, pool: readonly number[], representation: 'FOL' | 'NL' = 'NL'): MethodInput => ({
  question: fakeQuestion(id, 'single-rule', [[3]]),
  representation,
  pool,
});

/** Ranks each pool in reverse order. */
const lastFirst: Retriever = {
  rank: async (queries, top) => queries.map(({ pool }) => pool.map((id, score) => ({ id, score })).reverse().slice(0, top)),
};

it('retrieves once from the pool, and prompts with the best first', async () => {
  const model = characterModel(1000);
  const method = ragMethod('rag-test', lastFirst, model, rules, 50);
  const [answer] = await method.answer([input('q', [7, 3, 9])]);
  expect(method).toMatchObject({ name: 'rag-test', retrieval: 'once' });
  expect(model.prompts[0]).toContain('Rules:\nrule 9\nrule 3\nrule 7\n\n');
  expect(answer?.retrievedPerStep).toEqual([[{ id: 9, score: 2 }, { id: 3, score: 1 }, { id: 7, score: 0 }]]);
});

it('asks the retriever with the questions of the batch in their forms, for 100 rules', async () => {
  const asked: unknown[] = [];
  const spy: Retriever = {
    rank: async (queries, top) => {
      asked.push({ queries, top });
      return queries.map(() => []);
    },
  };
  const batch = [input('q', [7, 3], 'FOL'), input('r', [5])];
  const answers = await ragMethod('rag-test', spy, characterModel(1000), rules, 50).answer(batch);
  const queries = [
    { text: 'fol question q', representation: 'FOL', pool: [7, 3] },
    { text: 'question r', representation: 'NL', pool: [5] },
  ];
  expect(asked).toEqual([{ queries, top: 100 }]);
  expect(answers).toMatchObject([{ rulesGiven: 0, retrievedPerStep: [[]] }, { rulesGiven: 0, retrievedPerStep: [[]] }]);
});

it('cuts the worst rules where the context is full', async () => {
  // "Question: question q\nAnswer:" is 28 characters; "Rules:\n" and the empty line add 8, a rule with its line end 7: 43 for one.
  const [answer] = await ragMethod('rag-test', lastFirst, characterModel(57), rules, 8).answer([input('q', [7, 3])]);
  expect(answer).toMatchObject({ promptCut: 1, rulesGiven: 1, text: ' rule 3' });
  expect(answer?.retrievedPerStep[0]).toHaveLength(2);
});

it('prompts with so many of the best rules, and ranks as many as ever', async () => {
  const model = characterModel(1000);
  const [answer] = await ragMethod('rag-test', lastFirst, model, rules, 50, 2).answer([input('q', [7, 3, 9])]);
  expect(model.prompts[0]).toContain('Rules:\nrule 9\nrule 3\n\n');
  expect(answer).toMatchObject({ promptCut: 0, rulesGiven: 2 });
  expect(answer?.retrievedPerStep[0]).toHaveLength(3);
});
