/** The lexical encoder over a table that is small enough to add up by hand. */
import { createLexicalEncoder, type WordTable } from '../../src/encoder/lexical.ts';
import { UserError } from '../../src/errors.ts';
import type { Tokenizer } from '../../src/lm/tokenizer.ts';
import { ruleText } from '../../src/ruleworld/rule-text.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';

const D = 4;
/** Axis of each token's row; the row of its negative follows, so that the table's mean is 0. */
const AXES: Readonly<Record<string, number>> = {
  ' chase': 0,
  ' lose': 1,
  ' strong': 2,
  ' horn': 2,
  ' horns': 3,
  ' gain': 3,
  ' blue': 1,
  ' feather': 0,
  ' 2': 0,
  ' B': 1,
  z: 0,
  x: 1,
  q: 2,
};
const TOKENS = Object.keys(AXES);

/** Known texts are one token each; others are spelt by the letters that are tokens. */
const tokenizer: Tokenizer = {
  vocabSize: 2 * TOKENS.length,
  encode: (text) => (TOKENS.includes(text) ? [text] : [...text].filter((letter) => TOKENS.includes(letter))).map((token) => 2 * TOKENS.indexOf(token)),
  decode: () => '',
  tokenId: () => undefined,
  json: { tokens: TOKENS },
};

function table(): WordTable {
  const rows = new Float32Array(2 * TOKENS.length * D);
  TOKENS.forEach((token, index) => {
    rows[2 * index * D + (AXES[token] as number)] = 3; // rows are scaled to length 1 before they are added
    rows[(2 * index + 1) * D + (AXES[token] as number)] = -3;
  });
  return { tokenizer, dimensions: D, rows };
}

const encoder = createLexicalEncoder(table());
/** The vector of a text, cut into its seven parts. */
async function parts(text: string): Promise<number[][]> {
  const vector = [...(await encoder.encode([text]))];
  return Array.from({ length: 7 }, (_, part) => vector.slice(part * D, (part + 1) * D));
}
const scaled = (norm: number, values: number[]): number[] => values.map((value) => value / norm);

describe('createLexicalEncoder', () => {
  it('puts the words of premise and conclusion into their places, numbers and variables last', async () => {
    // Premise: chase. Conclusion: lose, strong, horn; ' horn' and ' horns' are both one token: (e3 + e4) / √2.
    // Last part: 2 with weight 1, B with weight 0.7 and a sign. Norm: √(1 + 1 + 1 + 1 + 1 + 0.49).
    const norm = Math.sqrt(5.49);
    const found = await parts('If A chases B, B will lose 2 strong horns.');
    expect(found.slice(0, 6)).toBeAllclose(
      [
        [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0],
        [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      ].map((part) => scaled(norm, part)),
    );
    expect(found[6]!.map(Math.abs)).toBeAllclose(scaled(norm, [1, 0.7, 0, 0]));
  });

  it('lets words beyond the third place share the last one', async () => {
    // chase, lose, then blue (e2) + feather (e1) + gain (e4): norm √(1 + 1 + 3).
    const found = await parts('chase lose blue feather gain');
    expect(found[2]).toBeAllclose(scaled(Math.sqrt(5), [1, 1, 0, 1]));
    expect(found.slice(3).flat().every((value) => value === 0)).toBe(true);
  });

  it('spells a word that is no token by the tokens that it is written with', async () => {
    // "zxqq": e1 + e2 + 2 · e3, to length 1.
    expect((await parts('zxqq'))[0]).toBeAllclose(scaled(Math.sqrt(6), [1, 1, 2, 0]));
  });

  it('takes the mean of the vocabulary away', async () => {
    const { rows, ...rest } = table();
    const moved = createLexicalEncoder({ ...rest, rows: rows.map((value, index) => value + (index % D) * 10) });
    const text = ['If A chases B, B will lose 2 strong horns.'];
    expect(await moved.encode(text)).toBeAllclose(await encoder.encode(text), { atol: 1e-5 });
  });

  it.each(TINY_RULES.map((rule) => [rule.relation, ruleText(rule)] as const))('gives both forms of a rule one vector: %s', async (_, text) => {
    // Every letter has a direction of its own here, so that no two words of the rules are alike.
    const letters = createLexicalEncoder(letterTable());
    const vectors = await letters.encode([text.FOL, text.NL]);
    const width = letters.dimensions;
    expect(vectors.subarray(0, width)).toBeAllclose(vectors.subarray(width));
  });

  it('refuses a text without words, and one whose words the tokenizer cannot spell', async () => {
    await expect(encoder.encode(['chase', 'It will.'])).rejects.toThrow(UserError);
    await expect(encoder.encode(['chase', 'kiwi'])).rejects.toThrow(/position 1/);
    expect(await encoder.encode([])).toHaveLength(0);
  });

  it('has a fingerprint that follows table and tokenizer', () => {
    expect(encoder).toMatchObject({ name: 'lexical-28', dimensions: 28 });
    expect(createLexicalEncoder(table()).fingerprint).toBe(encoder.fingerprint);
    const { rows, ...rest } = table();
    rows[5] = 1;
    expect(createLexicalEncoder({ ...rest, rows }).fingerprint).not.toBe(encoder.fingerprint);
    const other = { ...tokenizer, json: { tokens: ['other'] } };
    expect(createLexicalEncoder({ ...table(), tokenizer: other }).fingerprint).not.toBe(encoder.fingerprint);
  });
});

/** One token a letter or digit, each with a direction of its own. */
function letterTable(): WordTable {
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const rows = new Float32Array(alphabet.length ** 2);
  alphabet.forEach((_, id) => rows.fill(1, id * alphabet.length + id, id * alphabet.length + id + 1));
  const encode = (text: string): number[] => [...text.toLowerCase()].map((letter) => alphabet.indexOf(letter)).filter((id) => id >= 0);
  return { tokenizer: { ...tokenizer, vocabSize: alphabet.length, encode }, dimensions: alphabet.length, rows };
}
