import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenizer, withAddedTokens } from '../../src/lm/tokenizer.ts';
import { UserError } from '../../src/errors.ts';
import { temporaryFolder, TINY } from './files/support.ts';

const folder = temporaryFolder();
const tokenizer = loadTokenizer(join(TINY, 'llama', 'tokenizer.json'));

describe('Tokenizer', () => {
  it.each(['', ' two  spaces ', 'Tiny_cat(A) ⇒ Has(Strong_horn, 4)', 'naïve 東京 🙂\n\n\tx', '<eos> stays <bos>'])('decodes what it encodes: %j', (text) => {
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
  });

  it('knows special tokens by name and in text', () => {
    expect(tokenizer.tokenId('<eos>')).toBe(1);
    expect(tokenizer.tokenId('nothing')).toBeUndefined();
    expect(tokenizer.encode('a<eos>').at(-1)).toBe(1);
  });

  it('refuses ids outside the vocabulary', () => {
    expect(() => tokenizer.decode([tokenizer.vocabSize])).toThrow(UserError);
    expect(() => tokenizer.decode([-1])).toThrow('token ids in [0, 270)');
  });

  it('takes further tokens, after the vocabulary or from a given id on', () => {
    const more = withAddedTokens(tokenizer, ['<search>', '<eos>']);
    expect(more.tokenId('<search>')).toBe(270);
    expect(more.tokenId('<eos>')).toBe(1);
    expect(more.vocabSize).toBe(271);
    expect(more.decode(more.encode('to <search> for'))).toBe('to <search> for');
    expect(withAddedTokens(tokenizer, ['<search>'], 280).encode('<search>')).toEqual([280]);
  });

  it.each([
    ['no model', {}, 'model'],
    ['an unknown kind of model', { model: { type: 'WordLevel', vocab: {} } }, 'model.type'],
    ['a vocabulary of fractions', { model: { type: 'BPE', vocab: { a: 0.5 } } }, 'vocab'],
  ])('refuses a file with %s', (_what, json, message) => {
    const file = join(folder, 'tokenizer.json');
    writeFileSync(file, JSON.stringify(json));
    expect(() => loadTokenizer(file)).toThrow(UserError);
    expect(() => loadTokenizer(file)).toThrow(message);
  });
});
