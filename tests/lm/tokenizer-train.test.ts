import { mergePairs } from '../../src/lm/bpe-merges.ts';
import { trainTokenizer } from '../../src/lm/tokenizer-train.ts';
import { tokenizerFromJson } from '../../src/lm/tokenizer.ts';

const specialTokens = ['<pad>', '<bos>', '<eos>', '[Step]', '<search>', String.raw`\boxed{`];
const rule = 'If A is a tiny cat, it has 4 strong horns.';
const logic = 'Tiny_cat(A) ⇒ Has(Strong_horn, 4)';
const texts = [rule, logic, rule, logic, 'lowest newest lower newer'];
const options = { vocabSize: 520, specialTokens };

describe('mergePairs', () => {
  it('merges the most frequent pair first, ties in code-unit order', () => {
    // aa·b ×3, ab ×2: pairs (a,a) 3, (a,b) 3 + 2 = 5 → ab; then (a,ab) 3 → aab.
    const vocabulary = new Set(['a', 'b']);
    expect(mergePairs([{ word: 'aab', count: 3 }, { word: 'ab', count: 2 }], vocabulary, 10)).toEqual([['a', 'b'], ['a', 'ab']]);
    expect([...vocabulary]).toEqual(['a', 'b', 'ab', 'aab']);
    // (x,y) and (p,q) occur twice each: p comes before x.
    expect(mergePairs([{ word: 'xy', count: 2 }, { word: 'pq', count: 2 }], new Set('xypq'), 5)).toEqual([['p', 'q']]);
  });
});

describe('trainTokenizer', () => {
  const tokenizer = tokenizerFromJson(trainTokenizer(texts, options));
  const pieces = (text: string): string[] => tokenizer.encode(text).map((id) => tokenizer.decode([id]));

  it('takes frequent words whole, with the space or underscore before them', () => {
    expect(pieces(rule)).toEqual(['If', ' A', ' is', ' a', ' tiny', ' cat', ',', ' it', ' has', ' 4', ' strong', ' horns', '.']);
    expect(pieces(logic)).toEqual(['Tiny', '_cat', '(', 'A', ')', ' ⇒', ' Has', '(', 'Strong', '_horn', ',', ' 4', ')']);
  });

  it('gives special tokens the first ids and matches them whole', () => {
    expect(specialTokens.map((token) => tokenizer.tokenId(token))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pieces(String.raw`[Step]x<search>\boxed{4<eos>`)).toEqual(['[Step]', 'x', '<search>', String.raw`\boxed{`, '4', '<eos>']);
  });

  it('has each number below 100 as one token, with and without a space', () => {
    for (let number = 0; number < 100; number++) {
      expect(tokenizer.encode(String(number))).toHaveLength(1);
      expect(tokenizer.encode(` ${number}`)).toHaveLength(1);
    }
    expect(pieces('07')).toEqual(['0', '7']);
  });

  it('spells what it has not seen, and decodes it', () => {
    for (const text of ['unseen wordings 123', 'naïve 東京 🙂', ' \n\n\t end ']) expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    // "we", then "wer" or "est" are merges of the four rare words.
    expect(pieces('lowest').length).toBeLessThan(6);
  });

  it('is the same for the same texts, and no larger than asked', () => {
    expect(JSON.stringify(trainTokenizer(texts, options))).toBe(JSON.stringify(trainTokenizer(texts, options)));
    expect(tokenizer.vocabSize).toBeLessThanOrEqual(520);
  });

  it('refuses a vocabulary without room for bytes and numbers', () => {
    // 6 special tokens + 256 bytes + numbers 10–99 (0–9 are bytes) + ` 0`–` 99`
    expect(() => trainTokenizer(texts, { vocabSize: 451, specialTokens })).toThrow('at least 452');
    expect(tokenizerFromJson(trainTokenizer(texts, { vocabSize: 452, specialTokens })).vocabSize).toBe(452);
  });
});
