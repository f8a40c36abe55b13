/** Words as BM25 counts them: lower case, as they stand, nothing left out. */

/**
 * What counts as one word of the logical form: `Tiny_cat(A)` gives "tiny", "cat", "a"
 * when split, "tiny_cat", "a" when whole. English text has no underscores and is the
 * same either way.
 */
export type WordSplit = 'split' | 'whole';

const PATTERNS: Readonly<Record<WordSplit, RegExp>> = {
  split: /[\p{L}\p{M}\p{N}]+/gu,
  whole: /[\p{L}\p{M}\p{N}_]+/gu,
};

/** The words of a text in order, repetitions included. */
export function bm25Words(text: string, split: WordSplit): string[] {
  return text.toLowerCase().match(PATTERNS[split]) ?? [];
}
