/** Embeddings of rules, one vector a rule, and the matrix of all that decoding takes. */
import { setImmediate } from 'node:timers/promises';
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

/** Rules that are encoded in one go while others wait: a tenth of a second with a sentence encoder. */
const SLICE = 32;

/**
 * The same, a few rules at a time, so that answers go on meanwhile.
 * @throws UserError as above, and the reason of a signal that was aborted
 */
export async function embedInSlices(encoder: Encoder, rules: readonly OwnRule[], known: Vectors, signal?: AbortSignal): Promise<Vectors> {
  const fresh = rules.filter((rule) => !known.has(rule));
  const all = new Map(known);
  for (let start = 0; start < fresh.length; start += SLICE) {
    for (const [rule, vector] of await embedRules(encoder, fresh.slice(start, start + SLICE))) all.set(rule, vector);
    await setImmediate();
    signal?.throwIfAborted();
  }
  return new Map(rules.map((rule) => [rule, all.get(rule) as Float32Array]));
}

/** [M, P]; the caller disposes of it. */
export function ruleMatrix(vectors: Vectors, rules: readonly OwnRule[], width: number): Tensor2D {
  const all = new Float32Array(rules.length * width);
  rules.forEach((rule, row) => all.set(vectors.get(rule) as Float32Array, row * width));
  return tf.tensor2d(all, [rules.length, width]);
}
