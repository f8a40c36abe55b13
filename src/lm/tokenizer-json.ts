/**
 * The part of Hugging Face's tokenizer.json that this project reads and writes:
 * byte-level BPE. Files of other kinds (WordPiece for encoders) pass through the
 * library unchanged.
 */
import { z } from 'zod';
import { UserError } from '../errors.ts';

export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
  readonly normalized: boolean;
  readonly single_word: boolean;
  readonly lstrip: boolean;
  readonly rstrip: boolean;
}

/** A whole tokenizer.json, as `trainTokenizer` and the GGUF reader build it. */
export interface TokenizerJson {
  readonly version: '1.0';
  readonly truncation: null;
  readonly padding: null;
  readonly added_tokens: readonly AddedToken[];
  readonly normalizer: unknown;
  readonly pre_tokenizer: unknown;
  readonly post_processor: unknown;
  readonly decoder: unknown;
  readonly model: BpeModelJson;
}

export interface BpeModelJson {
  readonly type: 'BPE';
  readonly dropout: null;
  readonly unk_token: string | null;
  readonly continuing_subword_prefix: null;
  readonly end_of_word_suffix: null;
  readonly fuse_unk: boolean;
  readonly byte_fallback: boolean;
  /** A pre-token that is itself in the vocabulary is taken whole, without merging. */
  readonly ignore_merges: boolean;
  readonly vocab: Readonly<Record<string, number>>;
  readonly merges: readonly (readonly [string, string])[];
}

/** What every tokenizer.json must have before the library may see it. */
const outline = z.looseObject({
  added_tokens: z.array(z.looseObject({ id: z.int().nonnegative(), content: z.string().min(1) })).nullish().transform((tokens) => tokens ?? []),
  normalizer: z.looseObject({ type: z.string() }).nullable().default(null),
  pre_tokenizer: z.looseObject({ type: z.string() }).nullable().default(null),
  post_processor: z.looseObject({ type: z.string() }).nullable().default(null),
  decoder: z.looseObject({ type: z.string() }).nullable().default(null),
  model: z.looseObject({ type: z.enum(['BPE', 'WordPiece', 'Unigram']), vocab: z.union([z.record(z.string(), z.int().nonnegative()), z.array(z.tuple([z.string(), z.number()]))]) }),
});
export type TokenizerOutline = z.infer<typeof outline>;

/**
 * Checks the outline of a parsed tokenizer.json.
 * @throws UserError naming every faulty key
 */
export function parseTokenizerJson(json: unknown, file: string): TokenizerOutline {
  const parsed = outline.safeParse(json);
  if (parsed.success) return parsed.data;
  throw UserError.of({
    expected: 'a Hugging Face tokenizer.json',
    got: z.prettifyError(parsed.error),
    where: { file },
    fix: 'take tokenizer.json from the same model folder as the weights',
  });
}

/** An added token that is matched as it stands, before any splitting. */
export function addedToken(content: string, id: number, special: boolean): AddedToken {
  return { id, content, special, normalized: false, single_word: false, lstrip: false, rstrip: false };
}

interface BpeVocabulary {
  /** Tokens by id, in the byte alphabet. */
  readonly tokens: readonly string[];
  readonly merges: readonly (readonly [string, string])[];
  /** A pre-token that is itself in the vocabulary is taken whole, without merging. */
  readonly ignoreMerges: boolean;
}

/** A byte-level BPE model: every byte is a token, so that nothing is unknown. */
export function byteBpe({ tokens, merges, ignoreMerges }: BpeVocabulary): BpeModelJson {
  return {
    type: 'BPE',
    dropout: null,
    unk_token: null,
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: false,
    byte_fallback: false,
    ignore_merges: ignoreMerges,
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    merges,
  };
}

/** GPT-2's splitting and spelling in bytes. */
export const BYTE_LEVEL = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };

/** Turns bytes back into text. */
export const BYTE_DECODER = { ...BYTE_LEVEL, add_prefix_space: true };

/** Splits by a regular expression, then spells every piece in GPT-2's byte alphabet. */
export function splitThenBytes(regex: string): unknown {
  return {
    type: 'Sequence',
    pretokenizers: [
      { type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false },
      { ...BYTE_LEVEL, use_regex: false },
    ],
  };
}

/** GPT-2's byte alphabet: byte value -> printable character, so that a space reads `Ġ`. */
export const BYTE_ALPHABET: readonly string[] = byteAlphabet();

function byteAlphabet(): string[] {
  const printable = (byte: number): boolean => (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : next++));
}

/** The text's UTF-8 bytes in the byte alphabet. */
export function spellBytes(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => BYTE_ALPHABET[byte]).join('');
}
