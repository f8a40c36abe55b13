/**
 * The embedded default encoder: no weights, a pure function of the text.
 *
 *   e(text) = normalise( Σ_words f · ( s(word) + τ · s(section:word) ) )
 *
 * s(·) is a fixed vector of signs for each string, f a weight by the kind of word
 * and τ the tag weight. The first term lets a query find a word wherever it stands;
 * the second tells "gains horns" from "horns are gained by what follows". Since the
 * embedding is a sum, adapters that are linear (paper, Eq. 1) can read every word
 * of a rule back out of it.
 */
import { createHash } from 'node:crypto';
import { emptyTextError, type Encoder } from './encoder.ts';
import { taggedWords, type TaggedWord } from './tagged-words.ts';
import { wordSigns } from './word-signs.ts';

export interface HashedEncoderConfig {
  /** P. */
  readonly dimensions: number;
  /** τ: weight of the vector for "word in this section" against that for the word alone. */
  readonly tagWeight: number;
  /** Another seed gives other word vectors. */
  readonly seed: string;
}

export const HASHED_DEFAULTS: HashedEncoderConfig = { dimensions: 1024, tagWeight: 1, seed: 'hashed' };

/**
 * f, by kind and section. A word weighs the less the more rules have it: numbers
 * and variables are few, and adapters read them after tens of steps anyway, while
 * the rare words that choose a rule take hundreds. A variable weighs more in the
 * conclusion, where it says who is affected.
 */
const WEIGHTS = {
  content: { premise: 1, conclusion: 1 },
  number: { premise: 0.5, conclusion: 0.75 },
  variable: { premise: 0.25, conclusion: 0.5 },
} as const;

/**
 * Raise when the same config starts to give other vectors: cached embeddings are then made anew. Addresses of evaluated
 * answers (`encoderAddress`) do not hold it, so raise EVALUATOR_VERSION with it.
 */
const VERSION = 2;

export interface HashedEncoder extends Encoder {
  /** Like `encode`, into rows of `out` (length n·P), without waiting. */
  encodeInto(texts: readonly string[], out: Float32Array): void;
}

/** The encoder for this config; missing keys take HASHED_DEFAULTS. */
export function createHashedEncoder(options: Partial<HashedEncoderConfig> = {}): HashedEncoder {
  const config = { ...HASHED_DEFAULTS, ...options };
  const { dimensions } = config;
  const vectorOf = wordVectors(config);
  const encodeInto = (texts: readonly string[], out: Float32Array): void => {
    if (out.length !== texts.length * dimensions) {
      throw new RangeError(`out holds ${out.length} numbers, not ${texts.length} × ${dimensions}`);
    }
    texts.forEach((text, position) => {
      const row = out.subarray(position * dimensions, (position + 1) * dimensions).fill(0);
      for (const word of taggedWords(text)) addTo(row, vectorOf(word));
      if (!normalise(row)) throw emptyTextError(text, position);
    });
  };
  return {
    name: `hashed-${dimensions}`,
    fingerprint: createHash('sha256').update(JSON.stringify({ VERSION, WEIGHTS, config })).digest('hex'),
    dimensions,
    encodeInto,
    encode: async (texts) => {
      const out = new Float32Array(texts.length * dimensions);
      encodeInto(texts, out);
      return out;
    },
  };
}

/** f · (s(word) + τ · s(section:word)), worked out once for each word and kept. */
function wordVectors(config: HashedEncoderConfig): (word: TaggedWord) => Float32Array {
  const cache = { premise: new Map<string, Float32Array>(), conclusion: new Map<string, Float32Array>() };
  const plain = new Float32Array(config.dimensions);
  const tagged = new Float32Array(config.dimensions);
  return (word) => {
    const known = cache[word.section].get(word.form);
    if (known !== undefined) return known;
    wordSigns(`${config.seed}|${word.form}`, plain);
    wordSigns(`${config.seed}|${word.section}|${word.form}`, tagged);
    const weight = WEIGHTS[word.kind][word.section];
    const vector = plain.map((sign, i) => weight * (sign + config.tagWeight * (tagged[i] as number)));
    cache[word.section].set(word.form, vector);
    return vector;
  };
}

function addTo(row: Float32Array, vector: Float32Array): void {
  for (let i = 0; i < row.length; i += 1) row[i] = (row[i] as number) + (vector[i] as number);
}

/** Scales a row to length 1; false for a row of zeros. */
function normalise(row: Float32Array): boolean {
  let squares = 0;
  for (let i = 0; i < row.length; i += 1) squares += (row[i] as number) ** 2;
  if (squares === 0) return false;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < row.length; i += 1) row[i] = (row[i] as number) * scale;
  return true;
}
