/**
 * Trains the tokenizer of the embedded model: byte-level BPE in Hugging Face's
 * tokenizer.json form. Frequent words enter the vocabulary whole and are taken
 * whole (`ignore_merges`), so no entry is spent on their beginnings; what room is
 * left goes to ordinary BPE merges, which spell the words that were not seen.
 */
import { UserError } from '../errors.ts';
import { mergePairs, type WordCount } from './bpe-merges.ts';
import { addedToken, BYTE_ALPHABET, BYTE_DECODER, byteBpe, spellBytes, splitThenBytes, type TokenizerJson } from './tokenizer-json.ts';

/**
 * ` cat`, `_cat` and `Tiny` are one piece each, so is ` 12`; then runs of other
 * signs (` ⇒`), then white space.
 */
const PIECE_REGEX = String.raw`[ _]?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+`;

/** Counts in questions and answers stay below this; each is one token, with and without a space before it. */
const WHOLE_NUMBERS = 100;
/** Share of the vocabulary kept for merges that spell unseen words. */
const MERGE_SHARE = 1 / 8;
/** Tokens that a reader may skip when it prints text; the others are part of the answer. */
const CONTROL_TOKENS: ReadonlySet<string> = new Set(['<pad>', '<bos>', '<eos>']);

export interface TrainTokenizerOptions {
  /** Upper bound of the vocabulary, special tokens included. */
  readonly vocabSize: number;
  /** Matched whole before any splitting; they get the ids 0, 1, … in this order. A leading space may be part of one. */
  readonly specialTokens: readonly string[];
}

/**
 * Same texts and options, same tokenizer.
 * @throws UserError where the vocabulary has no room for bytes, numbers and special tokens
 */
export function trainTokenizer(texts: Iterable<string>, options: TrainTokenizerOptions): TokenizerJson {
  const base = baseVocabulary(options.specialTokens);
  const room = options.vocabSize - base.length;
  if (room < 0) throw tooSmall(options.vocabSize, base.length);
  const words = countWords(texts, options.specialTokens);
  const vocabulary = new Set(base);
  addWholeWords(vocabulary, words, room - Math.floor(options.vocabSize * MERGE_SHARE));
  const merges = mergePairs(words, vocabulary, options.vocabSize);
  return tokenizerJson([...vocabulary], merges, options.specialTokens);
}

function baseVocabulary(specialTokens: readonly string[]): string[] {
  const numbers = Array.from({ length: WHOLE_NUMBERS }, (_, number) => String(number));
  const spaced = numbers.map((number) => spellBytes(` ${number}`));
  return [...new Set([...specialTokens, ...BYTE_ALPHABET, ...numbers, ...spaced])];
}

function tooSmall(vocabSize: number, needed: number): UserError {
  return UserError.of({
    expected: `a vocabulary of at least ${needed} (bytes, numbers, special tokens)`,
    got: String(vocabSize),
    fix: 'raise the vocabulary size',
  });
}

/** Pieces and how often they occur, most frequent first; equal counts in code-unit order. */
function countWords(texts: Iterable<string>, specialTokens: readonly string[]): WordCount[] {
  const pieces = new RegExp(PIECE_REGEX, 'gu');
  const specials = specialPattern(specialTokens);
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const section of specials === null ? [text] : text.split(specials)) {
      for (const piece of section.match(pieces) ?? []) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([piece, count]) => ({ word: spellBytes(piece), count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
}

function specialPattern(specialTokens: readonly string[]): RegExp | null {
  if (specialTokens.length === 0) return null;
  const longestFirst = [...specialTokens].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'u');
}

function addWholeWords(vocabulary: Set<string>, words: readonly WordCount[], room: number): void {
  const limit = vocabulary.size + Math.max(0, room);
  for (const { word, count } of words) {
    if (vocabulary.size >= limit || count < 2) return;
    vocabulary.add(word);
  }
}

function tokenizerJson(vocabulary: readonly string[], merges: readonly (readonly [string, string])[], specialTokens: readonly string[]): TokenizerJson {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specialTokens.map((token, id) => addedToken(token, id, CONTROL_TOKENS.has(token))),
    normalizer: null,
    pre_tokenizer: splitThenBytes(PIECE_REGEX),
    post_processor: null,
    decoder: BYTE_DECODER,
    model: byteBpe({ tokens: vocabulary, merges, ignoreMerges: true }),
  };
}
