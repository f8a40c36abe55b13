import { wordSigns } from '../../src/encoder/word-signs.ts';

function signs(name: string, length: number): Float32Array {
  const out = new Float32Array(length);
  wordSigns(name, out);
  return out;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}

describe('wordSigns', () => {
  it('gives the same signs on every machine', () => {
    const text = Array.from(signs('horn', 40), (sign) => (sign === 1 ? '+' : '-')).join('');
    expect(text).toBe('++------++---+----++++--+---+--+++---++-');
  });

  it('gives each name its own vector, near orthogonal to the others', () => {
    // The product of two random sign vectors of length 4096 has deviation 64; 6 deviations are 384.
    const vectors = Array.from({ length: 60 }, (_, i) => signs(`word ${i}`, 4096));
    const products = vectors.flatMap((a, i) => vectors.slice(0, i).map((b) => Math.abs(dot(a, b))));
    expect(Math.max(...products)).toBeLessThan(384);
    expect(dot(vectors[0] as Float32Array, vectors[0] as Float32Array)).toBe(4096);
  });

  it('has as many of either sign, within 6 deviations', () => {
    const sum = signs('balance', 65_536).reduce((total, sign) => total + sign, 0);
    expect(Math.abs(sum)).toBeLessThan(6 * 256);
  });
});
