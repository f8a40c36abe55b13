/**
 * Text to token ids and back, over `@huggingface/tokenizers`. Nothing is added or
 * dropped unless asked: decoding keeps special tokens, because `[Step]` and
 * `<search>` are part of an answer.
 */
import { Tokenizer as HfTokenizer } from '@huggingface/tokenizers';
import { UserError } from '../errors.ts';
import { readJson } from './files/json-file.ts';
import { mendTokenizer } from './mend-tokenizer.ts';
import { addedToken, parseTokenizerJson, type TokenizerOutline } from './tokenizer-json.ts';

export interface Tokenizer {
  /** One more than the largest id. */
  readonly vocabSize: number;
  /** Token ids of the text. `addSpecial` applies the file's post-processor ([CLS], <bos>, …); off by default. */
  encode(text: string, addSpecial?: boolean): number[];
  /** The text of the ids, special tokens included. @throws UserError for an id outside the vocabulary */
  decode(ids: readonly number[]): string;
  /** Id of a token as the file spells it (byte alphabet: ` cat` is `Ġcat`). */
  tokenId(token: string): number | undefined;
  /** The file's contents, for saving beside trained weights. */
  readonly json: unknown;
}

/** @throws UserError where the file is missing, not JSON, or not a tokenizer */
export function loadTokenizer(file: string): Tokenizer {
  return makeTokenizer(parseTokenizerJson(readJson(file), file), file);
}

/** A tokenizer from the contents of a tokenizer.json, such as `trainTokenizer` returns. */
export function tokenizerFromJson(json: unknown, origin = 'tokenizer'): Tokenizer {
  return makeTokenizer(parseTokenizerJson(json, origin), origin);
}

function makeTokenizer(json: TokenizerOutline, origin: string): Tokenizer {
  const inner = innerTokenizer(json, origin);
  const vocabSize = largestId(json) + 1;
  return {
    json,
    vocabSize,
    encode: (text, addSpecial = false) => inner.encode(text, { add_special_tokens: addSpecial }).ids,
    decode: (ids) => {
      if (ids.length === 0) return '';
      checkIds(ids, vocabSize);
      return inner.decode([...ids], { skip_special_tokens: false });
    },
    tokenId: (token) => inner.token_to_id(token),
  };
}

/** The library checks little: whatever it does not know ends in an error of its own. */
function innerTokenizer(json: TokenizerOutline, origin: string): HfTokenizer {
  try {
    const inner = new HfTokenizer(json, { clean_up_tokenization_spaces: false });
    mendTokenizer(inner, json, origin);
    return inner;
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const got = cause instanceof Error ? cause.message : String(cause);
    throw UserError.of({ expected: 'a tokenizer that can be built', got, where: { file: origin }, fix: 'take tokenizer.json from the same model folder as the weights' }, { cause });
  }
}

function largestId(json: TokenizerOutline): number {
  let largest = -1;
  const vocab = json.model.vocab;
  if (Array.isArray(vocab)) largest = vocab.length - 1;
  else for (const id of Object.values(vocab)) largest = Math.max(largest, id);
  for (const token of json.added_tokens) largest = Math.max(largest, token.id);
  return largest;
}

function checkIds(ids: readonly number[], vocabSize: number): void {
  const wrong = ids.find((id) => !Number.isInteger(id) || id < 0 || id >= vocabSize);
  if (wrong === undefined) return;
  throw UserError.of({
    expected: `token ids in [0, ${vocabSize})`,
    got: String(wrong),
    fix: 'the model and the tokenizer do not belong together, or the id is of a token added to the model alone',
  });
}

/**
 * The same tokenizer with further tokens, each matched whole wherever it stands in
 * the text; tokens that are there already keep their ids, new ones follow the vocabulary.
 * @param firstId id of the first new token, where the model's table is larger than the tokenizer's
 */
export function withAddedTokens(tokenizer: Tokenizer, tokens: readonly string[], firstId = tokenizer.vocabSize): Tokenizer {
  const json = parseTokenizerJson(tokenizer.json, 'tokenizer');
  const fresh = tokens.filter((token) => !json.added_tokens.some((added) => added.content === token));
  let next = firstId;
  const added = fresh.map((token) => addedToken(token, tokenizer.tokenId(token) ?? next++, false));
  return makeTokenizer({ ...json, added_tokens: [...json.added_tokens, ...added.map((token) => ({ ...token }))] }, 'tokenizer');
}
