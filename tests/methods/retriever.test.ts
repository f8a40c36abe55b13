import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTextError, type Encoder } from '../../src/encoder/encoder.ts';
import { UserError } from '../../src/errors.ts';
import { createRetriever, type RetrievalQuery, type RetrieverKind, type RetrieverResources } from '../../src/methods/retriever.ts';
import type { Texts } from '../../src/ruleworld/types.ts';

const RULES: readonly Texts[] = [
  { NL: 'cat x', FOL: 'Cat yyy' },
  { NL: 'dog xx', FOL: 'Dog yy' },
  { NL: 'cat cat y', FOL: 'Cat y' },
  { NL: 'owl xxx', FOL: 'Owl x' },
  { NL: 'dog xx', FOL: 'Dog yy' },
];
const EVERYTHING = [0, 1, 2, 3, 4];

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'dynarule-retriever-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Embeds a text as its numbers of x and of y; texts without either are refused. Counts its calls. */
function letterEncoder(): Encoder & { readonly calls: string[][] } {
  const calls: string[][] = [];
  const count = (text: string, letter: string): number => text.split(letter).length - 1;
  return {
    calls,
    name: 'letters',
    fingerprint: 'letters',
    dimensions: 2,
    encode: async (texts) => {
      calls.push([...texts]);
      const empty = texts.findIndex((text) => !/[xy]/.test(text));
      if (empty >= 0) throw emptyTextError(texts[empty] as string, empty);
      return Float32Array.from(texts.flatMap((text) => [count(text, 'x'), count(text, 'y')]));
    },
  };
}

function resourcesOf(encoder: Encoder): RetrieverResources {
  return {
    ruleTexts: RULES,
    rules: { folder, length: RULES.length, text: (id, representation) => (RULES[id] as Texts)[representation] },
    retrievalEncoder: async () => encoder,
  };
}

const retriever = (kind: RetrieverKind) => createRetriever(kind, resourcesOf(letterEncoder()));
const query = (text: string, pool = EVERYTHING, representation: 'FOL' | 'NL' = 'NL'): RetrievalQuery => ({ text, representation, pool });

async function idsOf(kind: RetrieverKind, asked: RetrievalQuery, top = 10): Promise<number[]> {
  const [ranking] = await retriever(kind).rank([asked], top);
  return (ranking ?? []).map(({ id }) => id);
}

describe('dense', () => {
  it('ranks the pool by inner product, rules of equal score in the order of the pool', async () => {
    // Query xy: 1, 2, 1, 3, 2.
    expect(await idsOf('dense', query('xy'))).toEqual([3, 1, 4, 0, 2]);
    expect(await idsOf('dense', query('xy', [4, 0, 1]))).toEqual([4, 1, 0]);
    expect(await idsOf('dense', query('xy'), 2)).toEqual([3, 1]);
  });

  it('reads the rules in the form of the query', async () => {
    // FOL for y: 3, 2, 1, 0, 2.
    expect(await idsOf('dense', query('y', EVERYTHING, 'FOL'))).toEqual([0, 1, 4, 2, 3]);
  });

  it('embeds all texts at once, and rules not again', async () => {
    const encoder = letterEncoder();
    const dense = createRetriever('dense', resourcesOf(encoder));
    await dense.rank([query('x'), query('y', [0, 2]), query('xy', EVERYTHING, 'FOL')], 5);
    await dense.rank([query('yy')], 5);
    const asked = encoder.calls.filter((texts) => texts.length < RULES.length);
    expect(asked).toEqual([['x', 'y', 'xy'], ['yy']]);
    expect(encoder.calls.length - asked.length).toBeLessThanOrEqual(2);
  });

  it('refuses a text with nothing to encode', async () => {
    await expect(retriever('dense').rank([query('x'), query('nothing')], 5)).rejects.toThrow(/"nothing" at position 1/);
  });
});

describe('bm25', () => {
  it('ranks the rules that share a word with the text, and leaves the others out', async () => {
    // "cat" stands once in rule 0 and twice in rule 2.
    expect(await idsOf('bm25', query('which cat?'))).toEqual([2, 0]);
    expect(await idsOf('bm25', query('which cat?', [0, 1, 3]))).toEqual([0]);
    expect(await idsOf('bm25', query('which cat?', [1, 3]))).toEqual([]);
    expect(await idsOf('bm25', query('which dog?', [4, 0, 1]))).toEqual([4, 1]);
  });
});

describe('hybrid', () => {
  it('adds 1 / (60 + rank) of both', async () => {
    // Text "cat xy". Dense: 3, 1, 4, 0, 2. BM25: 2, 0.
    // 0: 1/64 + 1/62; 2: 1/65 + 1/61; 3: 1/61; 1: 1/62; 4: 1/63.
    const [ranking] = await retriever('hybrid').rank([query('cat xy')], 10);
    expect(ranking?.map(({ id }) => id)).toEqual([2, 0, 3, 1, 4]);
    expect(ranking?.map(({ score }) => score)).toBeAllclose([1 / 65 + 1 / 61, 1 / 64 + 1 / 62, 1 / 61, 1 / 62, 1 / 63], { rtol: 1e-12 });
  });

  it('fuses the best of each alone, and gives no more', async () => {
    // With two of each, dense 3, 1 and BM25 2, 0: 1/61, 1/62, 1/61, 1/62; in the order of the pool 3 stands before 2.
    expect(await idsOf('hybrid', query('cat xy', [3, 2, 1, 0]), 2)).toEqual([3, 2]);
  });
});

describe.each(['bm25', 'dense', 'hybrid'] as const)('%s', (kind) => {
  it('ranks each query as it does alone, and the same each time', async () => {
    const queries = [query('cat xy'), query('dog y', [4, 2, 0, 1]), query('owl cat x', EVERYTHING, 'FOL'), query('cat x', [2, 0])];
    const one = retriever(kind);
    const together = await one.rank(queries, 3);
    expect(await one.rank(queries, 3)).toEqual(together);
    for (const [index, asked] of queries.entries()) expect(await retriever(kind).rank([asked], 3)).toEqual([together[index]]);
  });

  it('gives no rankings to no queries, and refuses an empty pool', async () => {
    expect(await retriever(kind).rank([], 5)).toEqual([]);
    await expect(retriever(kind).rank([query('cat x', [])], 5)).rejects.toThrow(UserError);
  });

  it('does nothing before it is asked', () => {
    const fail = (): never => {
      throw new Error('too early');
    };
    const unread = { folder, length: RULES.length, text: fail };
    expect(() => createRetriever(kind, { ruleTexts: RULES, rules: unread, retrievalEncoder: fail })).not.toThrow();
  });
});

it('counts words without an encoder', async () => {
  const retrievalEncoder = (): never => {
    throw new Error('no encoder is needed');
  };
  const bm25 = createRetriever('bm25', { ...resourcesOf(letterEncoder()), retrievalEncoder });
  expect(await bm25.rank([query('owl')], 5)).toMatchObject([[{ id: 3 }]]);
});
