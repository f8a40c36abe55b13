import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import { UserError } from '../../src/errors.ts';

const encoder = createHashedEncoder();

function dot(vectors: Float32Array, a: number, b: number, width: number): number {
  let sum = 0;
  for (let i = 0; i < width; i += 1) sum += (vectors[a * width + i] as number) * (vectors[b * width + i] as number);
  return sum;
}

async function cosine(one: string, other: string): Promise<number> {
  return dot(await encoder.encode([one, other]), 0, 1, encoder.dimensions);
}

describe('createHashedEncoder', () => {
  it('gives rows of length 1', async () => {
    const vectors = await encoder.encode(['If A is a cat, it has 4 horns.', 'Chase(A, B) ⇒ Enter(B, Bridge)']);
    expect(vectors).toHaveLength(2 * 1024);
    expect([dot(vectors, 0, 0, 1024), dot(vectors, 1, 1, 1024)]).toBeAllclose([1, 1]);
  });

  it('is the normalised sum of its words, each with its tagged vector', async () => {
    // With a tag weight of 0 every word's vector has length √P, so that rows, which are
    // normalised, may be added as the words were.
    const plain = createHashedEncoder({ dimensions: 64, tagWeight: 0 });
    const vectors = await plain.encode(['cat', 'dog', 'cat dog']);
    const sum = Array.from({ length: 64 }, (_, i) => (vectors[i] as number) + (vectors[64 + i] as number));
    const norm = Math.hypot(...sum);
    expect(vectors.subarray(128)).toBeAllclose(sum.map((value) => value / norm));
  });

  it('gives both forms of a rule the same vector', async () => {
    expect(await cosine('If A chases B, B will lose 2 strong horns.', 'Chase(A, B) ⇒ Lose(B, Strong_horn, 2)')).toBeCloseTo(1, 6);
  });

  it('tells apart what a rule must not confuse', async () => {
    const rule = 'If A chases B, B will lose 2 strong horns.';
    for (const other of [
      'If A chases B, A will lose 2 strong horns.',
      'If A chases B, B will gain 2 strong horns.',
      'If A chases B, B will lose 3 strong horns.',
      'If A pursues B, B will lose 2 strong horns.',
    ]) {
      expect(await cosine(rule, other)).toBeLessThan(0.98);
    }
    const forward = 'For each red horn A gains, it will gain 1 blue feather.';
    const backward = 'For each blue feather A gains, it will gain 1 red horn.';
    expect(await cosine(forward, backward)).toBeLessThan(0.9);
  });

  it('is linear enough to read the count of unseen rules off it', async () => {
    // Class means of 200 training rules each, as a linear probe; 9 counts, held-out rules.
    const nouns = Array.from({ length: 20 }, (_, i) => `noun${String.fromCharCode(97 + i)}`);
    const rule = (i: number, count: number): string => `Thing_${nouns[i % 20]}(A) ⇒ Has(${nouns[(i * 7 + 3) % 19]}, ${count})`;
    const width = encoder.dimensions;
    const train = await encoder.encode(Array.from({ length: 9 * 200 }, (_, i) => rule(i >> 3, (i % 9) + 1)));
    const means = new Float32Array(9 * width);
    for (let i = 0; i < 9 * 200; i += 1) {
      for (let d = 0; d < width; d += 1) means[(i % 9) * width + d] = (means[(i % 9) * width + d] as number) + (train[i * width + d] as number) / 200;
    }
    const test = await encoder.encode(Array.from({ length: 90 }, (_, i) => `Other_${nouns[i % 20]}(A) ⇒ Has(${nouns[(i * 3 + 5) % 20]}, ${(i % 9) + 1})`));
    const both = Float32Array.from([...means, ...test]);
    for (let i = 0; i < 90; i += 1) {
      const scores = Array.from({ length: 9 }, (_, c) => dot(both, c, 9 + i, width));
      expect(scores.indexOf(Math.max(...scores))).toBe(i % 9);
    }
  });

  it('writes the same into a given array, whatever was there', async () => {
    const texts = ['If A is a cat, it has 4 horns.', 'If A is a dog, it has 3 tails.'];
    const out = new Float32Array(2 * 1024).fill(7);
    encoder.encodeInto(texts, out);
    expect(out).toEqual(await encoder.encode(texts));
    expect(() => encoder.encodeInto(texts, new Float32Array(5))).toThrow(RangeError);
  });

  it('depends on the text alone, not on what was encoded before', async () => {
    const text = 'If A is a tiny cat, it has 4 strong horns.';
    const fresh = await createHashedEncoder().encode([text]);
    await encoder.encode(['Something(A) ⇒ Else(A)']);
    expect(await encoder.encode([text])).toEqual(fresh);
  });

  it('has a fingerprint that follows its config', () => {
    expect(createHashedEncoder().fingerprint).toBe(encoder.fingerprint);
    expect(createHashedEncoder({ seed: 'another' }).fingerprint).not.toBe(encoder.fingerprint);
    expect(createHashedEncoder({ tagWeight: 0.5 }).fingerprint).not.toBe(encoder.fingerprint);
    expect(createHashedEncoder({ dimensions: 512 })).toMatchObject({ name: 'hashed-512', dimensions: 512 });
  });

  it('gives nothing for no texts and refuses a text without words', async () => {
    expect(await encoder.encode([])).toHaveLength(0);
    await expect(encoder.encode(['A cat', '…'])).rejects.toThrow(UserError);
    await expect(encoder.encode(['cat', 'It will.'])).rejects.toThrow(/position 1/);
  });
});
