/** Token ids of generated rules and hard strings against Python's tokenizers (tests/oracle/encoders.py). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GgufValue } from '../../src/lm/files/gguf-header.ts';
import { readJson } from '../../src/lm/files/json-file.ts';
import { ggufTokenizerJson } from '../../src/lm/tokenizer-gguf.ts';
import { loadTokenizer, tokenizerFromJson, type Tokenizer } from '../../src/lm/tokenizer.ts';
import { ORACLE } from './files/support.ts';
import { unigramTokenizer } from './unigram.ts';

const FOLDER = join(ORACLE, 'encoders');
const oracle = JSON.parse(readFileSync(join(FOLDER, 'tokenizers.json'), 'utf8')) as { texts: string[]; ids: Record<string, number[][]> };

interface BpeJson {
  readonly model: { readonly vocab: Readonly<Record<string, number>>; readonly merges: readonly (readonly [string, string])[] };
  readonly added_tokens: readonly { readonly content: string }[];
}

/** A byte-level tokenizer as llama.cpp's converter writes it into a GGUF file. */
function fromGguf(name: string, pre: string): Tokenizer {
  const { model, added_tokens: added } = readJson(join(FOLDER, `${name}.tokenizer.json`)) as BpeJson;
  const tokens = Object.keys(model.vocab).sort((a, b) => (model.vocab[a] ?? 0) - (model.vocab[b] ?? 0));
  const special = new Set(added.map(({ content }) => content));
  const metadata: [string, GgufValue][] = [
    ['tokenizer.ggml.model', 'gpt2'],
    ['tokenizer.ggml.pre', pre],
    ['tokenizer.ggml.tokens', tokens],
    ['tokenizer.ggml.token_type', tokens.map((token) => (special.has(token) ? 3 : 1))],
    ['tokenizer.ggml.merges', model.merges.map(([left, right]) => `${left} ${right}`)],
    ['tokenizer.ggml.eos_token_id', 0],
  ];
  const none = (): never => { throw new Error('no tensors here'); };
  const file = { path: 'x.gguf', metadata: new Map(metadata), names: () => [], has: () => false, shape: none, read: none, close: () => undefined };
  return tokenizerFromJson(ggufTokenizerJson(file));
}

const TOKENIZERS: Record<string, () => Tokenizer> = {
  unigram: unigramTokenizer,
  llama3: () => loadTokenizer(join(FOLDER, 'llama3.tokenizer.json')),
  qwen2: () => loadTokenizer(join(FOLDER, 'qwen2.tokenizer.json')),
  wordpiece: () => loadTokenizer(join(FOLDER, 'wordpiece.tokenizer.json')),
};

it.each(Object.keys(TOKENIZERS))('%s gives the same ids', (name) => {
  const tokenizer = (TOKENIZERS[name] as () => Tokenizer)();
  const ours = oracle.texts.map((text) => [text, tokenizer.encode(text, true)]);
  expect(ours).toEqual(oracle.texts.map((text, index) => [text, oracle.ids[name]?.[index]]));
});

it.each([['llama3', 'llama-bpe'], ['qwen2', 'qwen2']])('%s from GGUF metadata gives the same ids, and texts back', (name, pre) => {
  const tokenizer = fromGguf(name, pre);
  // GGUF has no post-processor that adds the end mark.
  const ours = oracle.texts.map((text) => [text, [...tokenizer.encode(text), 0]]);
  expect(ours).toEqual(oracle.texts.map((text, index) => [text, oracle.ids[name]?.[index]]));
  const composed = (text: string): string => (name === 'qwen2' ? text.normalize('NFC') : text);
  for (const text of oracle.texts) expect(tokenizer.decode(tokenizer.encode(text))).toBe(composed(text));
});

it('names a normalisation table that is damaged', () => {
  const normalizer = { type: 'Precompiled', precompiled_charsmap: Buffer.from([9, 0, 0, 0, 1]).toString('base64') };
  const json = { added_tokens: [], normalizer, model: { type: 'Unigram', unk_id: 0, vocab: [['a', 0]] } };
  expect(() => tokenizerFromJson(json, 'x/tokenizer.json')).toThrow(/x\/tokenizer.json precompiled_charsmap: .*\n.*an array of 9 in 5 bytes/);
});
