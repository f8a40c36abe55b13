/** Embeddings that begin alike for tokens spelt alike. */
import { initBackend } from '../../../src/backend/init.ts';
import { ngramEmbeddings } from '../../../src/training/pretrain/ngram-embeddings.ts';

const D = 256;
/** Cosines of unlike tokens scatter by 1/√D = 0.0625 around 0; four times that is far out. */
const UNLIKE = 0.25;

beforeAll(() => initBackend('cpu'));

function rowsOf(tokens: readonly string[], seed = 'seed', std = 0.05): number[][] {
  const embeddings = ngramEmbeddings(tokens, D, std, seed);
  const rows = embeddings.arraySync();
  embeddings.dispose();
  return rows;
}

function cosine(tokens: readonly [string, string]): number {
  const [a, b] = rowsOf(tokens) as [number[], number[]];
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0) / (D * 0.05 ** 2);
}

describe('ngramEmbeddings', () => {
  it('gives every row the deviation that is asked for', () => {
    for (const row of rowsOf([' horn', '<eos>', '4', ' '], 'seed', 0.3)) {
      expect(row.reduce((sum, value) => sum + value ** 2, 0) / D).toBeCloseTo(0.09, 6);
    }
  });

  it('makes the forms of one word nearly equal, whatever its case and what stands before it', () => {
    // " horn", "_horn" and "Horn" share every n-gram: 13 parts of weight 1/√13 beside an
    // own vector of weight 1/2, so the cosine is 1 / 1.25 = 0.8 but for what random vectors share.
    for (const form of ['_horn', 'Horn', 'horn']) expect(Math.abs(cosine([' horn', form]) - 0.8)).toBeLessThan(0.15);
  });

  it('makes words alike by the n-grams that they share', () => {
    // "<horn>" gives 4 + 3 + 2 n-grams and the whole, "<horns>" 5 + 4 + 3 and the whole:
    // 10 and 13 parts. Shared: <ho hor orn, <hor horn, <horn = 6, so 6 / √130 / 1.25 = 0.42.
    expect(Math.abs(cosine([' horn', ' horns']) - 0.42)).toBeLessThan(0.15);
    expect(Math.abs(cosine([' horn', ' bridge']))).toBeLessThan(UNLIKE);
  });

  it('leaves numbers, signs and single letters each on their own', () => {
    for (const pair of [['4', '42'], ['A', ' A'], ['<pad>', '<eos>'], [' ⇒', '⇒']] as const) {
      expect(Math.abs(cosine(pair))).toBeLessThan(UNLIKE);
    }
  });

  it('depends on the seed and the tokens alone', () => {
    expect(rowsOf([' horn', ' cat'])).toEqual(rowsOf([' horn', ' cat']));
    expect(rowsOf([' horn'], 'other')).not.toEqual(rowsOf([' horn']));
  });
});
