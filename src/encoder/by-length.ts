/** Texts of about the same length go through a model together, so that little of a batch is padding. */
import type { Tensor2D } from '../backend/tf.ts';
import { bucketByLength } from '../lm/buckets.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import { emptyTextError } from './encoder.ts';

/** Tokens computed at once, padding included: enough to fill the matrix products, small enough for the cache. */
const BATCH_TOKENS = 4096;

/** How texts become token lists. */
export interface Tokenization {
  readonly tokenizer: Tokenizer;
  /** Tokens that the tokenizer puts around every text. */
  readonly around: number;
  /** Longest list, those included. */
  readonly limit: number;
}

/**
 * Ids with the tokens around them; a text that is too long loses its end, never its last token.
 * @throws UserError for a text without a token of its own
 */
export function tokenIds({ tokenizer, around, limit }: Tokenization, text: string, position: number): number[] {
  const ids = tokenizer.encode(text, true);
  if (ids.length <= around) throw emptyTextError(text, position);
  return ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids[ids.length - 1] as number];
}

/**
 * Vectors of all token lists, row-major [n, width], in their order.
 * @param vectorsOf vectors of a few lists, [B, width]; disposed of here
 */
export async function encodeByLength(
  tokens: readonly (readonly number[])[],
  width: number,
  vectorsOf: (batch: readonly (readonly number[])[]) => Tensor2D,
): Promise<Float32Array> {
  const out = new Float32Array(tokens.length * width);
  const positions = tokens.map((_, position) => position);
  const lengthOf = (position: number): number => (tokens[position] as readonly number[]).length;
  for (const batch of bucketByLength(positions, lengthOf, BATCH_TOKENS)) {
    const vectors = vectorsOf(batch.map((position) => tokens[position] as readonly number[]));
    const rows = (await vectors.data()) as Float32Array;
    vectors.dispose();
    batch.forEach((target, row) => out.set(rows.subarray(row * width, (row + 1) * width), target * width));
  }
  return out;
}
