/**
 * The tokenizer inside a GGUF file, as a tokenizer.json object: byte-level BPE with
 * the pre-tokenizer that the file names.
 */
import { UserError } from '../errors.ts';
import type { GgufFile } from './files/gguf.ts';
import { metadataNumbers, metadataText, metadataTexts, optionalNumber } from './files/gguf-metadata.ts';
import { addedToken, BYTE_DECODER, BYTE_LEVEL, byteBpe, splitThenBytes, type AddedToken, type TokenizerJson } from './tokenizer-json.ts';

/** Token types of the file that are matched whole: 3 control, 4 user-defined. */
const CONTROL = 3;
const USER_DEFINED = 4;

/** By `tokenizer.ggml.pre`. */
const PRE_TOKENIZERS: Readonly<Record<string, unknown>> = {
  'gpt-2': BYTE_LEVEL,
  smollm: { type: 'Sequence', pretokenizers: [{ type: 'Digits', individual_digits: true }, BYTE_LEVEL] },
  qwen2: splitThenBytes(splitRegex(String.raw`\p{N}`)),
  'llama-bpe': splitThenBytes(splitRegex(String.raw`\p{N}{1,3}`)),
};

/** The pattern that Llama 3 and Qwen2 share, up to how digits are grouped. */
function splitRegex(digits: string): string {
  return String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|` + digits + String.raw`| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;
}

/** @throws UserError where the file has no BPE tokenizer or one with another pre-tokenizer */
export function ggufTokenizerJson(file: GgufFile): TokenizerJson {
  const tokens = metadataTexts(file, 'tokenizer.ggml.tokens');
  const pre = preTokenizerName(file);
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: wholeTokens(file, tokens),
    // llama.cpp does not normalise; Qwen2's own tokenizer does.
    normalizer: pre === 'qwen2' ? { type: 'NFC' } : null,
    pre_tokenizer: PRE_TOKENIZERS[pre],
    post_processor: beginning(file, tokens),
    decoder: BYTE_DECODER,
    model: byteBpe({
      tokens,
      merges: metadataTexts(file, 'tokenizer.ggml.merges').map((merge) => splitMerge(file, merge)),
      ignoreMerges: pre === 'llama-bpe',
    }),
  };
}

function preTokenizerName(file: GgufFile): string {
  const model = metadataText(file, 'tokenizer.ggml.model');
  const pre = metadataText(file, 'tokenizer.ggml.pre');
  if (model === 'gpt2' && Object.hasOwn(PRE_TOKENIZERS, pre)) return pre;
  throw UserError.of({
    expected: `a byte-level BPE tokenizer with one of the pre-tokenizers ${Object.keys(PRE_TOKENIZERS).join(', ')}`,
    got: `model '${model}', pre-tokenizer '${pre}'`,
    where: { file: file.path, key: 'tokenizer.ggml.pre' },
    fix: "load the model from its Hugging Face folder, which has its tokenizer.json",
  });
}

function wholeTokens(file: GgufFile, tokens: readonly string[]): AddedToken[] {
  const types = metadataNumbers(file, 'tokenizer.ggml.token_type');
  return tokens.flatMap((token, id) => {
    const type = types[id];
    return type === CONTROL || type === USER_DEFINED ? [addedToken(token, id, type === CONTROL)] : [];
  });
}

/** The post-processor that puts the beginning token in front, where the file asks for one. */
function beginning(file: GgufFile, tokens: readonly string[]): unknown {
  const id = optionalNumber(file, 'tokenizer.ggml.bos_token_id');
  const token = id === null ? undefined : tokens[id];
  if (file.metadata.get('tokenizer.ggml.add_bos_token') !== true || id === null || token === undefined) return null;
  const special = { SpecialToken: { id: token, type_id: 0 } };
  const sequence = (name: string): unknown => ({ Sequence: { id: name, type_id: 0 } });
  return {
    type: 'TemplateProcessing',
    single: [special, sequence('A')],
    pair: [special, sequence('A'), special, sequence('B')],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  };
}

function splitMerge(file: GgufFile, merge: string): [string, string] {
  const space = merge.indexOf(' ', 1);
  if (space > 0) return [merge.slice(0, space), merge.slice(space + 1)];
  throw UserError.of({ expected: 'two tokens with a space between them', got: `'${merge}'`, where: { file: file.path, key: 'tokenizer.ggml.merges' }, fix: 'the file is damaged; get it again' });
}
