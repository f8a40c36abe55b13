/**
 * Embeddings that begin alike for tokens spelt alike: the sum of random vectors of
 * a token's character n-grams (Bojanowski et al. 2017), so that " horn", " horns",
 * "_horn" and "Horn" need not be learnt apart.
 */
import { tf, type Tensor2D } from '../../backend/tf.ts';
import { wordSigns } from '../../encoder/word-signs.ts';

const SHORTEST = 3;
const LONGEST = 5;
/** Weight of the vector of the exact token, case and leading space included. */
const OWN = 0.5;

/**
 * @param tokens the vocabulary as text, by id
 * @param std deviation of an entry
 * @returns [V, D]
 */
export function ngramEmbeddings(tokens: readonly string[], dimensions: number, std: number, seed: string): Tensor2D {
  const rows = new Float32Array(tokens.length * dimensions);
  const signs = new Float32Array(dimensions);
  tokens.forEach((token, id) => {
    const row = rows.subarray(id * dimensions, (id + 1) * dimensions);
    const parts = ngrams(token);
    const weight = 1 / Math.sqrt(Math.max(1, parts.length));
    for (const part of parts) add(row, signs, `${seed}|part ${part}`, weight);
    add(row, signs, `${seed}|token ${id}`, parts.length === 0 ? 1 : OWN);
    scaleTo(row, std);
  });
  return tf.tensor2d(rows, [tokens.length, dimensions]);
}

/** n-grams of the token's letters between boundary marks, and the whole; none for what is no word. */
function ngrams(token: string): string[] {
  const letters = token.replace(/^[ _]/u, '').toLowerCase();
  if (!/^\p{L}{2,}$/u.test(letters)) return [];
  const marked = `<${letters}>`;
  const parts = [marked];
  for (let size = SHORTEST; size <= LONGEST; size += 1) {
    for (let start = 0; start + size <= marked.length; start += 1) parts.push(marked.slice(start, start + size));
  }
  return parts;
}

function add(row: Float32Array, signs: Float32Array, name: string, weight: number): void {
  wordSigns(name, signs);
  for (let i = 0; i < row.length; i += 1) row[i] = (row[i] as number) + weight * (signs[i] as number);
}

function scaleTo(row: Float32Array, std: number): void {
  const square = row.reduce((sum, value) => sum + value * value, 0) / row.length;
  const scale = std / Math.sqrt(square);
  for (let i = 0; i < row.length; i += 1) row[i] = (row[i] as number) * scale;
}
