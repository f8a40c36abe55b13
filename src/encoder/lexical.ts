/**
 * An encoder without weights of its own: words are the base model's token
 * embeddings, laid out by where they stand in the rule.
 *
 *   e(text) = normalise( [ premise words 1, 2, 3+ | conclusion words 1, 2, 3+ | numbers and variables ] )
 *
 * Each part is D wide, so P = 7·D. A linear adapter (paper, Eq. 1) then maps the
 * model's word space onto itself: what it learns from one word holds for all of
 * them, rules of rarely seen words included. With hashed word vectors every word
 * must be learnt apart (docs/log.md).
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openHfWeights } from '../lm/files/hf-folder.ts';
import { loadTokenizer, type Tokenizer } from '../lm/tokenizer.ts';
import { emptyTextError, type Encoder } from './encoder.ts';
import { taggedWords, type TaggedWord } from './tagged-words.ts';
import { wordSigns } from './word-signs.ts';

/** Content words of a section that have a part of their own; further ones share the last. */
const PLACES = 3;
/** The part of numbers and variables, behind those of both sections. */
const MISCELLANEOUS = 2 * PLACES;
const PARTS = MISCELLANEOUS + 1;
/** Variables say who is affected, and premises count little: every rule has them. */
const WEIGHTS = { content: 1, number: 1, premiseNumber: 0.5, variable: 0.7 } as const;
/** Raise when rules that adapters were trained on get other vectors from the same base: such adapters are refused then. */
const VERSION = 2;

/** The token table that words are looked up in. */
export interface WordTable {
  readonly tokenizer: Tokenizer;
  /** D. */
  readonly dimensions: number;
  /** Token embeddings, row-major [V, D]. */
  readonly rows: Float32Array;
}

/** @param folder the base model's Hugging Face folder. @throws UserError where it is missing or damaged */
export function loadLexicalEncoder(folder: string): Encoder {
  const source = openHfWeights(folder);
  try {
    const name = 'model.embed_tokens.weight';
    const dimensions = source.shape(name)[1] as number;
    return createLexicalEncoder({
      tokenizer: loadTokenizer(join(folder, 'tokenizer.json')),
      dimensions,
      rows: source.read(name),
    });
  } finally {
    source.close();
  }
}

export function createLexicalEncoder(table: WordTable): Encoder {
  const dimensions = PARTS * table.dimensions;
  const vectorOf = wordVectors(table);
  return {
    name: `lexical-${dimensions}`,
    fingerprint: fingerprintOf(table),
    dimensions,
    encode: async (texts) => {
      const out = new Float32Array(texts.length * dimensions);
      texts.forEach((text, position) => {
        const row = out.subarray(position * dimensions, (position + 1) * dimensions);
        addWords(row, taggedWords(text), vectorOf);
        if (!normalise(row)) throw emptyTextError(text, position);
      });
      return out;
    },
  };
}

function fingerprintOf(table: WordTable): string {
  const hash = createHash('sha256').update(JSON.stringify({ VERSION, WEIGHTS, PLACES }));
  hash.update(JSON.stringify(table.tokenizer.json));
  return hash.update(new Uint8Array(table.rows.buffer, table.rows.byteOffset, table.rows.byteLength)).digest('hex');
}

type VectorOf = (word: TaggedWord) => Float32Array;

/** Adds each word to the part of its section and place. */
function addWords(row: Float32Array, words: readonly TaggedWord[], vectorOf: VectorOf): void {
  const places = { premise: 0, conclusion: 0 };
  const size = row.length / PARTS;
  for (const word of words) {
    let part = MISCELLANEOUS;
    if (word.kind === 'content') {
      const place = Math.min(places[word.section], PLACES - 1);
      places[word.section] += 1;
      part = (word.section === 'premise' ? 0 : PLACES) + place;
    } else if (word.kind === 'variable' && word.section === 'premise') continue;
    const vector = vectorOf(word);
    for (let i = 0; i < size; i += 1) row[part * size + i] = (row[part * size + i] as number) + (vector[i] as number);
  }
}

/** Unit vectors of words, weighted; those that share a part are told apart by fixed signs. */
function wordVectors(table: WordTable): VectorOf {
  const mean = meanRow(table);
  const kept = new Map<string, Float32Array>();
  return (word) => {
    const kind = word.kind === 'number' && word.section === 'premise' ? 'premiseNumber' : word.kind;
    const key = `${kind} ${word.form}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const unit = wordVector(table, mean, word.form);
    const signs = new Float32Array(table.dimensions).fill(1);
    if (kind === 'variable' || kind === 'premiseNumber') wordSigns(kind, signs);
    const signOf = (i: number): number => Math.sign(signs[i] as number);
    const vector = unit.map((value, i) => WEIGHTS[kind] * value * signOf(i));
    kept.set(key, vector);
    return vector;
  };
}

/**
 * The mean of the embeddings of a word's surface forms that are one token each;
 * where none is, of the tokens that spell it. Centred on the vocabulary's mean.
 */
function wordVector(table: WordTable, mean: Float32Array, form: string): Float32Array {
  const { tokenizer, rows, dimensions } = table;
  const spellings = surfaceForms(form).map((text) => tokenizer.encode(text));
  const whole = spellings.filter((ids) => ids.length === 1).flat();
  const ids = whole.length > 0 ? [...new Set(whole)] : (spellings[0] ?? []);
  const sum = new Float32Array(dimensions);
  for (const id of ids) {
    const vector = rows.slice(id * dimensions, (id + 1) * dimensions).map((value, i) => value - (mean[i] as number));
    normalise(vector);
    for (let i = 0; i < dimensions; i += 1) sum[i] = (sum[i] as number) + (vector[i] as number);
  }
  normalise(sum);
  return sum;
}

/** As a word may stand in English and in logic: " horn", " horns", "Horn", "_horn". */
function surfaceForms(form: string): string[] {
  const capital = form.charAt(0).toUpperCase() + form.slice(1);
  return [` ${form}`, ` ${form}s`, ` ${form}es`, capital, `_${form}`];
}

function meanRow({ rows, dimensions }: WordTable): Float32Array {
  const mean = new Float32Array(dimensions);
  const count = rows.length / dimensions;
  rows.forEach((value, index) => {
    mean[index % dimensions] = (mean[index % dimensions] as number) + value / count;
  });
  return mean;
}

/** Scales to length 1; false for zeros. */
function normalise(vector: Float32Array): boolean {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (square === 0) return false;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) * scale;
  return true;
}
