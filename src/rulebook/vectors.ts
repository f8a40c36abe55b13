/** Embeddings of rules, one vector a rule, and the matrix of all that decoding takes. */
import { tf, type Tensor2D } from '../backend/tf.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { encodedText, type OwnRule } from './rule.ts';

/** By rule object: a rule that stays keeps its vector. */
export type Vectors = ReadonlyMap<OwnRule, Float32Array>;

/**
 * Vectors of these rules; those that are known are not made anew.
 * @throws UserError for a rule with nothing to encode
 */
export async function embedRules(encoder: Encoder, rules: readonly OwnRule[], known: Vectors = new Map()): Promise<Vectors> {
  const fresh = rules.filter((rule) => !known.has(rule));
  const rows = await encoder.encode(fresh.map(encodedText));
  const width = encoder.dimensions;
  const made = new Map(fresh.map((rule, at) => [rule, rows.subarray(at * width, (at + 1) * width)]));
  return new Map(rules.map((rule) => [rule, (known.get(rule) ?? made.get(rule)) as Float32Array]));
}

/** [M, P]; the caller disposes of it. */
export function ruleMatrix(vectors: Vectors, rules: readonly OwnRule[], width: number): Tensor2D {
  const all = new Float32Array(rules.length * width);
  rules.forEach((rule, row) => all.set(vectors.get(rule) as Float32Array, row * width));
  return tf.tensor2d(all, [rules.length, width]);
}
