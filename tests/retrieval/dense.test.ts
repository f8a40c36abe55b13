import { initBackend } from '../../src/backend/init.ts';
import { UserError } from '../../src/errors.ts';
import { buildDense, disposeDense, searchDense } from '../../src/retrieval/dense.ts';
import { randomStream } from '../../src/ruleworld/random.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

/** Small integers, so that every product is exact in 32 bits. */
function integers(seed: string, length: number): Float32Array {
  const random = randomStream(seed);
  return Float32Array.from({ length }, () => random.integer(-3, 3));
}

describe('searchDense', () => {
  it('ranks by inner product and breaks ties by id', () => {
    // Query (1, 2): 1, 2, 3, 2. Query (−1, 0): −1, 0, −1, 0.
    const index = buildDense(Float32Array.of(1, 0, 0, 1, 1, 1, 0, 1), 2);
    const found = searchDense(index, Float32Array.of(1, 2, -1, 0), 3);
    disposeDense(index);
    expect(found[0]).toEqual([{ id: 2, score: 3 }, { id: 1, score: 2 }, { id: 3, score: 2 }]);
    expect(found[1]?.map(({ id }) => id)).toEqual([1, 3, 0]);
  });

  it('agrees with the sums written out, over several blocks and batches', () => {
    const [rows, queries, P] = [66_000, 70, 2];
    const vectors = integers('rows', rows * P);
    const asked = integers('queries', queries * P);
    const index = buildDense(vectors, P);
    const found = searchDense(index, asked, 5);
    disposeDense(index);
    expect(found).toHaveLength(queries);
    for (const query of [0, 63, 64, 69]) {
      const score = (id: number): number =>
        (asked[query * P] as number) * (vectors[id * P] as number) + (asked[query * P + 1] as number) * (vectors[id * P + 1] as number);
      const order = Array.from({ length: rows }, (_, id) => id).sort((a, b) => score(b) - score(a) || a - b);
      expect(found[query]?.map(({ id }) => id)).toEqual(order.slice(0, 5));
    }
  });

  it('gives all documents where k is more, and nothing for no queries', () => {
    const index = buildDense(Float32Array.of(1, 0, 0, 1), 2);
    expect(searchDense(index, Float32Array.of(0, 1), 9)[0]?.map(({ id }) => id)).toEqual([1, 0]);
    expect(searchDense(index, new Float32Array(0), 9)).toEqual([]);
    disposeDense(index);
  });

  it('does not follow later changes of the array it was built from', () => {
    const vectors = Float32Array.of(1, 0, 0, 1);
    const index = buildDense(vectors, 2);
    vectors.fill(0);
    expect(searchDense(index, Float32Array.of(0, 1), 1)[0]).toEqual([{ id: 1, score: 1 }]);
    disposeDense(index);
  });

  it('refuses an empty rule set and rows of another length', () => {
    expect(() => buildDense(new Float32Array(0), 4)).toThrow(UserError);
    expect(() => buildDense(new Float32Array(6), 4)).toThrow(RangeError);
  });
});
