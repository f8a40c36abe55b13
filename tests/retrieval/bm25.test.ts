import { readFileSync } from 'node:fs';
import { UserError } from '../../src/errors.ts';
import { bm25Words, type WordSplit } from '../../src/retrieval/bm25-words.ts';
import { countBm25Words, searchBm25, type Bm25Options } from '../../src/retrieval/bm25.ts';
import type { Ranked } from '../../src/retrieval/top-k.ts';

interface OracleRanking {
  readonly query: string;
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}
interface Oracle {
  readonly lists: Readonly<Record<'adjective' | 'noun' | 'verb', readonly string[]>>;
  readonly count: number;
  readonly split: readonly OracleRanking[];
  readonly whole: readonly OracleRanking[];
}
const oracle = JSON.parse(readFileSync(new URL('../oracle/bm25.json', import.meta.url), 'utf8')) as Oracle;

/** The generator of tests/oracle/bm25.py. */
function oracleRules(seed: number, count: number): string[] {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return (state >>> 16) % n;
  };
  const word = (kind: 'adjective' | 'noun' | 'verb'): string => oracle.lists[kind][below(oracle.lists[kind].length)] as string;
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
  return Array.from({ length: count }, () => {
    const [a, b, c] = [word('adjective'), word('noun'), word('adjective')];
    const [d, verb, n] = [word('noun'), word('verb'), below(9) + 1];
    const form = below(4);
    if (form === 0) return `If A is a ${a} ${b}, it has ${n} ${c} ${d}s.`;
    if (form === 1) return `For each ${a} ${b} A ${verb}s, it will ${verb} ${n} ${c} ${d}s.`;
    if (form === 2) return `${capital(a)}_${b}(A) ⇒ ${capital(verb)}(A, ${capital(c)}_${d}, ${n})`;
    return `If A ${verb}s B, B will ${verb} ${n} ${d}s.`;
  });
}

/** Searches all of the texts. */
function search(texts: readonly string[], query: string, k: number, options: Partial<Bm25Options> = {}): Ranked[] {
  const everything = texts.map((_, document) => document);
  return searchBm25(countBm25Words(texts, options), everything, query, k);
}

describe('bm25Words', () => {
  it('lower-cases and drops punctuation', () => {
    expect(bm25Words("If A's 4 Cats run, it wins.", 'split')).toEqual(['if', 'a', 's', '4', 'cats', 'run', 'it', 'wins']);
  });

  it('takes an underscore as a gap or as a letter', () => {
    expect(bm25Words('Tiny_cat(A) ⇒ Has(Horn, 4)', 'split')).toEqual(['tiny', 'cat', 'a', 'has', 'horn', '4']);
    expect(bm25Words('Tiny_cat(A) ⇒ Has(Horn, 4)', 'whole')).toEqual(['tiny_cat', 'a', 'has', 'horn', '4']);
  });
});

describe('searchBm25', () => {
  it('scores by the formula', () => {
    // N = 2, both 2 words long, so |d| / mean = 1 and the denominator is f + 1.5.
    // "cat" is in document 0 alone: ln(1 + 1.5 / 1.5) · 1 / 2.5 = 0.693147 / 2.5 = 0.277259.
    // "runs" is in both: ln(1 + 0.5 / 2.5) · 1 / 2.5 = 0.182322 / 2.5 = 0.072929.
    const found = search(['cat runs', 'dog runs'], 'The cat runs', 5);
    expect(found.map(({ id }) => id)).toEqual([0, 1]);
    expect(found.map(({ score }) => score)).toBeAllclose([0.350188, 0.072929], { rtol: 1e-5 });
  });

  it('counts a repeated word of the query each time', () => {
    expect(search(['cat runs', 'dog runs'], 'cat cat', 1)[0]?.score).toBeCloseTo(2 * 0.277259, 5);
  });

  it('counts a repeated word of a document with saturation and holds long documents back', () => {
    // Lengths 3 and 1, mean 2. ln(1 + 0.5 / 2.5) = 0.182322 for a word in both.
    // Document 0: 2 / (2 + 1.5 · (0.25 + 0.75 · 3/2)) = 2 / 4.0625 = 0.492308 → 0.089758
    // Document 1: 1 / (1 + 1.5 · (0.25 + 0.75 · 1/2)) = 1 / 1.9375 = 0.516129 → 0.094102
    const found = search(['cat cat dog', 'cat'], 'cat', 2);
    expect(found.map(({ id }) => id)).toEqual([1, 0]);
    expect(found.map(({ score }) => score)).toBeAllclose([0.094102, 0.089758], { rtol: 1e-4 });
  });

  it('breaks ties by id and leaves out what shares no word', () => {
    const texts = ['cat', 'dog', 'cat', '', 'cat'];
    expect(search(texts, 'cat', 2).map(({ id }) => id)).toEqual([0, 2]);
    expect(search(texts, 'cat', 100).map(({ id }) => id)).toEqual([0, 2, 4]);
    expect(search(texts, 'horse', 3)).toEqual([]);
  });

  it.each(['split', 'whole'] as WordSplit[])('ranks 10,000 rules as bm25s does, words %s', (words) => {
    const rules = oracleRules(1, oracle.count);
    const documents = countBm25Words(rules, { words });
    const everything = rules.map((_, document) => document);
    for (const expected of oracle[words]) {
      const found = searchBm25(documents, everything, expected.query, 100);
      expect(found.map(({ id }) => id)).toEqual(expected.ids);
      expect(found.map(({ score }) => score)).toBeAllclose(expected.scores, { atol: 2e-5 });
    }
  });

  it('ranks a pool as if nothing else were in the repository', () => {
    // Of every third rule, back to front: counts of documents and the mean length are those of the pool.
    const rules = oracleRules(1, 3000);
    const pool = rules.flatMap((_, id) => (id % 3 === 0 ? [id] : [])).reverse();
    const alone = pool.map((id) => rules[id] as string);
    const documents = countBm25Words(rules);
    for (const { query } of oracle.split) expect(searchBm25(documents, pool, query, 100)).toEqual(search(alone, query, 100));
  });

  it('queries of the oracle come from the same generator', () => {
    expect(oracleRules(2, 12)).toEqual(oracle.split.map(({ query }) => query));
  });

  it('refuses an empty rule set, texts without words, and a k below 1', () => {
    expect(() => countBm25Words([])).toThrow(UserError);
    expect(() => countBm25Words([])).toThrow(/no rules/);
    expect(() => countBm25Words(['', '…'])).toThrow(/2 texts without a word/);
    expect(() => search(['cat'], 'cat', 0)).toThrow(RangeError);
    expect(() => searchBm25(countBm25Words(['cat']), [], 'cat', 1)).toThrow(UserError);
    expect(() => searchBm25(countBm25Words(['cat']), [1], 'cat', 1)).toThrow('rule 1 is not in the repository of 1');
  });
});
