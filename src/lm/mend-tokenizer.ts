/**
 * Parts that `@huggingface/tokenizers` approximates, made to give what the Python library gives. Its classes are not
 * part of its types, so parts are told apart by the file that they were made from.
 */
import type { Tokenizer } from '@huggingface/tokenizers';
import { charsmapNormalizer } from './charsmap.ts';

/** A part of tokenizer.json. */
interface PartJson {
  readonly type?: string;
  readonly normalizers?: readonly PartJson[];
  readonly pretokenizers?: readonly PartJson[];
  readonly lowercase?: boolean;
  readonly precompiled_charsmap?: string | null;
}

/** What the library made of one. */
interface Normalizer {
  readonly normalizers?: readonly Normalizer[];
  normalize(text: string): string;
}
interface PreTokenizer {
  readonly tokenizers?: readonly PreTokenizer[];
  pre_tokenize_text(text: string): string[];
}

/**
 * @param json the file's contents
 * @param file where it comes from, for messages
 * @throws UserError where SentencePiece's table is damaged
 */
export function mendTokenizer(tokenizer: Tokenizer, json: { readonly normalizer: unknown; readonly pre_tokenizer: unknown }, file: string): void {
  if (tokenizer.normalizer !== null) mendNormalizer(tokenizer.normalizer as Normalizer, json.normalizer as PartJson, file);
  if (tokenizer.pre_tokenizer !== null) mendPreTokenizer(tokenizer.pre_tokenizer as PreTokenizer, json.pre_tokenizer as PartJson);
}

function mendNormalizer(normalizer: Normalizer, json: PartJson, file: string): void {
  normalizer.normalizers?.forEach((part, index) => mendNormalizer(part, json.normalizers?.[index] ?? {}, file));
  if (json.type === 'Lowercase') normalizer.normalize = lowerCase;
  if (json.type === 'BertNormalizer' && json.lowercase === true) {
    const rest = normalizer.normalize.bind(normalizer);
    normalizer.normalize = (text) => rest(lowerCase(text));
  }
  if (json.type === 'Precompiled') {
    const table = json.precompiled_charsmap ?? '';
    // Files without a table say so by an empty one, which changes nothing.
    normalizer.normalize = table === '' ? (text) => text : charsmapNormalizer(table, file);
  }
}

/** Character by character: without context, Σ at the end of a word is no ς. */
function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

function mendPreTokenizer(preTokenizer: PreTokenizer, json: PartJson): void {
  preTokenizer.tokenizers?.forEach((part, index) => mendPreTokenizer(part, json.pretokenizers?.[index] ?? {}));
  // JavaScript's \s lacks U+0085 and has U+FEFF.
  if (json.type === 'WhitespaceSplit') preTokenizer.pre_tokenize_text = (text) => text.match(/\P{White_Space}+/gu) ?? [];
}
