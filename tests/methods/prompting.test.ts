import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesFingerprint } from '../../src/methods/fingerprint.ts';
import type { MethodInput } from '../../src/methods/method.ts';
import { promptingMethod } from '../../src/methods/prompting.ts';
import { bm25Ranker, ragMethod, type Ranker } from '../../src/methods/rag.ts';
import type { TextModel } from '../../src/methods/text-model.ts';
import { fakeQuestion, fakeRules } from '../evaluation/support.ts';

/** A model whose tokens are characters, and which answers each prompt with its last rule. */
function characterModel(contextLength: number): TextModel & { readonly prompts: string[] } {
  const prompts: string[] = [];
  const decode = (ids: readonly number[]): string => String.fromCharCode(...ids);
  const encode = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
  return {
    prompts,
    contextLength,
    encode,
    decode,
    generate: async (batch, maxNewTokens) =>
      batch.map((ids) => {
        prompts.push(decode(ids));
        return encode(` ${/rule \d+(?=\n\n)/.exec(decode(ids))?.[0] ?? 'none'}`).slice(0, maxNewTokens);
      }),
  };
}

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

describe('RAG', () => {
  /** Ranks documents in reverse order. */
  const lastFirst: Ranker = (documents, _, top) =>
    documents.map((_document, id) => ({ id, score: id })).reverse().slice(0, top);

  it('retrieves once from the pool, and prompts with the best first', async () => {
    const model = characterModel(1000);
    const method = ragMethod('rag-test', lastFirst, model, rules, 50);
    const [answer] = await method.answer([input('q', [7, 3, 9])]);
    expect(method).toMatchObject({ name: 'rag-test', retrieval: 'once' });
    expect(model.prompts[0]).toContain('Rules:\nrule 9\nrule 3\nrule 7\n\n');
    expect(answer?.retrievedPerStep).toEqual([[{ id: 9, score: 2 }, { id: 3, score: 1 }, { id: 7, score: 0 }]]);
  });

  it('asks the ranker with the texts and the question of the form, for 100 rules', async () => {
    const asked: unknown[] = [];
    const spy: Ranker = (...parts) => {
      asked.push(parts);
      return [];
    };
    await ragMethod('rag-test', spy, characterModel(1000), rules, 50).answer([{ ...input('q', [7, 3]), representation: 'FOL' }]);
    expect(asked).toEqual([[['fol rule 7', 'fol rule 3'], 'fol question q', 100]]);
  });

  it('cuts the worst rules where the context is full', async () => {
    const [answer] = await ragMethod('rag-test', lastFirst, characterModel(57), rules, 8).answer([input('q', [7, 3])]);
    expect(answer).toMatchObject({ promptCut: 1, rulesGiven: 1, text: ' rule 3' });
    expect(answer?.retrievedPerStep[0]).toHaveLength(2);
  });
});

describe('filesFingerprint', () => {
  it('changes with the content and the names of files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynarule-files-'));
    const fingerprint = () => filesFingerprint(folder, 'make it');
    writeFileSync(join(folder, 'a'), 'one');
    const before = await fingerprint();
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(await fingerprint()).toBe(before);
    writeFileSync(join(folder, 'a'), 'two');
    const changed = await fingerprint();
    writeFileSync(join(folder, 'b'), '');
    expect(new Set([before, changed, await fingerprint()]).size).toBe(3);
    rmSync(folder, { recursive: true });
  });

  it('says how to make what is missing', async () => {
    await expect(filesFingerprint('/nowhere/model', 'run `make pretrain`')).rejects.toThrow('fix: run `make pretrain`');
  });
});

describe('BM25', () => {
  it('ranks the documents at hand, and leaves out those without a word of the question', () => {
    const documents = ['a cat chases', 'a dog sleeps', 'the cat cat sleeps', 'nothing here'];
    // Only documents 0 and 2 have "cat"; document 2 has it twice.
    expect(bm25Ranker(documents, 'which cat?', 10).map(({ id }) => id)).toEqual([2, 0]);
    expect(bm25Ranker(documents, 'which cat?', 1)).toHaveLength(1);
  });
});
