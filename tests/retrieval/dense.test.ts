import { UserError } from '../../src/errors.ts';
import { searchDense } from '../../src/retrieval/dense.ts';
import { randomStream } from '../../src/random.ts';

/** Rules 0 … 3 in two dimensions. */
const EMBEDDINGS = Float32Array.of(1, 0, 0, 1, 1, 1, 0, 1);

describe('searchDense', () => {
  it('ranks by inner product', () => {
    // Query (1, 2): 1, 2, 3, 2.
    const found = searchDense(EMBEDDINGS, [0, 1, 2, 3], Float32Array.of(1, 2), 3);
    expect(found).toEqual([{ id: 2, score: 3 }, { id: 1, score: 2 }, { id: 3, score: 2 }]);
  });

  it('searches the pool alone, and names and breaks ties by positions in it', () => {
    // Rules 3, 0 and 1 for query (1, 2): 2, 1, 2.
    const found = searchDense(EMBEDDINGS, [3, 0, 1], Float32Array.of(1, 2), 9);
    expect(found).toEqual([{ id: 0, score: 2 }, { id: 2, score: 2 }, { id: 1, score: 1 }]);
  });

  it('gives a rule the same score whatever pool it stands in', () => {
    const random = randomStream('dense');
    const [rows, P] = [200, 37];
    const vectors = Float32Array.from({ length: rows * P }, () => random.next() - 0.5);
    const query = vectors.subarray(0, P);
    const everything = Array.from({ length: rows }, (_, row) => row);
    const all = new Map(searchDense(vectors, everything, query, rows).map(({ id, score }) => [id, score]));
    const pool = random.shuffle(everything).slice(0, 50);
    for (const { id, score } of searchDense(vectors, pool, query, 50)) expect(score).toBe(all.get(pool[id] as number));
  });

  it('sums in 64 bits', () => {
    // 2^24 + 1 has no 32-bit form: a sum in 32 bits would lose the ones and end with 0.
    const found = searchDense(Float32Array.of(2 ** 24, 1, 1, -(2 ** 24)), [0], Float32Array.of(1, 1, 1, 1), 1);
    expect(found).toEqual([{ id: 0, score: 2 }]);
  });

  it('refuses an empty pool, a row that is not there, rows of another length and a k below 1', () => {
    const query = Float32Array.of(1, 2);
    expect(() => searchDense(EMBEDDINGS, [], query, 1)).toThrow(UserError);
    expect(() => searchDense(EMBEDDINGS, [4], query, 1)).toThrow('rule 4 is not in the repository of 4');
    expect(() => searchDense(EMBEDDINGS, [0], Float32Array.of(1, 2, 3), 1)).toThrow(RangeError);
    expect(() => searchDense(EMBEDDINGS, [0], query, 0)).toThrow(RangeError);
  });
});
