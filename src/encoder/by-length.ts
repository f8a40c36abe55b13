/** Texts of about the same length go through a model together, so that little of a batch is padding. */
import type { Tensor2D } from '../backend/tf.ts';
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
  for (const batch of batchesByLength(tokens)) {
    const vectors = vectorsOf(batch.map((index) => tokens[index] as readonly number[]));
    const rows = (await vectors.data()) as Float32Array;
    vectors.dispose();
    batch.forEach((target, row) => out.set(rows.subarray(row * width, (row + 1) * width), target * width));
  }
  return out;
}

/** Positions in `tokens`, shortest first. */
function batchesByLength(tokens: readonly (readonly number[])[]): number[][] {
  const lengthOf = (index: number): number => (tokens[index] as readonly number[]).length;
  const order = tokens.map((_, index) => index).sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of order) {
    if (batch.length > 0 && (batch.length + 1) * lengthOf(index) > BATCH_TOKENS) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
