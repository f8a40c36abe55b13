/**
 * What a sentence encoder is to the rest of the project: text in, one vector a
 * text out. The adapters of the paper's Eq. 1 project these vectors to keys and
 * values, and the encoder itself is never trained.
 */
import { UserError } from '../errors.ts';

/** Rules are documents; a question that is compared with them is a query, which some encoders read with an instruction. */
export type TextRole = 'document' | 'query';

export interface Encoder {
  /** Short name for logs and tables: "hashed-1024", "all-MiniLM-L6-v2". */
  readonly name: string;
  /** Changes whenever the same text could give another vector; cached embeddings carry it. */
  readonly fingerprint: string;
  /** P, the length of a vector. */
  readonly dimensions: number;
  /**
   * Row-major [n, P], each row of length 1 (L2). No texts give an empty array.
   * Throws UserError for a text with nothing to encode.
   *
   * @param role documents by default
   */
  encode(texts: readonly string[], role?: TextRole): Promise<Float32Array>;
}

/** The error for a text that has no word in it. `position` counts from 0. */
export function emptyTextError(text: string, position: number): UserError {
  return UserError.of({
    expected: 'a text with at least one word that carries meaning',
    got: `${JSON.stringify(text)} at position ${position}`,
    fix: 'remove the text or write the rule out',
  });
}
