import type { GgufFile } from '../../src/lm/files/gguf.ts';
import { BYTE_ALPHABET } from '../../src/lm/tokenizer-json.ts';
import { ggufTokenizerJson } from '../../src/lm/tokenizer-gguf.ts';
import { tokenizerFromJson, type Tokenizer } from '../../src/lm/tokenizer.ts';
import { UserError } from '../../src/errors.ts';

const tokens = ['<s>', '<tool>', ...BYTE_ALPHABET, '12', '123', "'s"];
const entries: [string, unknown][] = [
  ['tokenizer.ggml.model', 'gpt2'],
  ['tokenizer.ggml.pre', 'llama-bpe'],
  ['tokenizer.ggml.tokens', tokens],
  ['tokenizer.ggml.token_type', tokens.map((_, id) => (id === 0 ? 3 : id === 1 ? 4 : 1))],
  ['tokenizer.ggml.merges', ['1 2', '12 3', "' s"]],
  ['tokenizer.ggml.bos_token_id', 0],
];

/** A file with these entries and no tensors. */
function fileWith(changes: readonly [string, unknown][]): GgufFile {
  const none = (): never => { throw new Error('no tensors here'); };
  return { path: 'x.gguf', metadata: new Map([...entries, ...changes]) as GgufFile['metadata'], names: () => [], has: () => false, shape: none, read: none, close: () => undefined };
}

function tokenizerWith(...changes: [string, unknown][]): Tokenizer {
  return tokenizerFromJson(ggufTokenizerJson(fileWith(changes)));
}

const pieces = (tokenizer: Tokenizer, text: string): string[] => tokenizer.encode(text).map((id) => tokenizer.decode([id]));

describe('ggufTokenizerJson', () => {
  it('groups digits as the named pre-tokenizer does', () => {
    expect(pieces(tokenizerWith(), '1234')).toEqual(['123', '4']);
    expect(pieces(tokenizerWith(['tokenizer.ggml.pre', 'qwen2']), '1234')).toEqual(['1', '2', '3', '4']);
    expect(pieces(tokenizerWith(['tokenizer.ggml.pre', 'smollm']), '1234')).toEqual(['1', '2', '3', '4']);
    expect(pieces(tokenizerWith(['tokenizer.ggml.pre', 'gpt-2']), "12's")).toEqual(['12', "'s"]);
  });

  it('matches control and user-defined tokens whole', () => {
    expect(pieces(tokenizerWith(), 'a<s>b<tool>')).toEqual(['a', '<s>', 'b', '<tool>']);
  });

  it('composes accents for Qwen2 alone, as its own tokenizer does', () => {
    const decomposed = 'e\u0301';
    expect(tokenizerWith(['tokenizer.ggml.pre', 'qwen2']).encode(decomposed)).toHaveLength(2); // é, two bytes
    expect(tokenizerWith().encode(decomposed)).toHaveLength(3);
  });

  it('puts the beginning token in front on request, where the file says so', () => {
    expect(tokenizerWith(['tokenizer.ggml.add_bos_token', true]).encode('12', true)).toEqual([0, 258]);
    expect(tokenizerWith(['tokenizer.ggml.add_bos_token', false]).encode('12', true)).toEqual([258]);
  });

  it.each([
    ['a sentencepiece tokenizer', ['tokenizer.ggml.model', 'llama'], "model 'llama'"],
    ['an unknown pre-tokenizer', ['tokenizer.ggml.pre', 'bloom'], "pre-tokenizer 'bloom'"],
    ['a merge of one part', ['tokenizer.ggml.merges', ['12']], 'two tokens with a space'],
    ['no tokens', ['tokenizer.ggml.tokens', undefined], 'no such entry'],
  ] as const)('refuses %s', (_what, [key, value], message) => {
    const file = fileWith([[key, value]]);
    expect(() => ggufTokenizerJson(file)).toThrow(UserError);
    expect(() => ggufTokenizerJson(file)).toThrow(message);
  });
});
