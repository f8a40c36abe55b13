/**
 * A fixed vector of ±1 for every string, the same on every machine: integer
 * arithmetic only. Two different strings give vectors whose cosine is about
 * 1/√P in size, so that a sum of some ten of them can be read apart linearly.
 */

/** Writes P signs (+1 or −1) that depend on `name` alone into `out`. */
export function wordSigns(name: string, out: Float32Array): void {
  const nextBits = sfc32(hash(name, 0x811c9dc5), hash(name, 0x9e3779b9), hash(name, 0x85ebca6b));
  let bits = 0;
  for (let i = 0; i < out.length; i += 1) {
    if (i % 32 === 0) bits = nextBits();
    out[i] = (bits & 1) === 1 ? 1 : -1;
    bits >>>= 1;
  }
}

/** FNV-1a over UTF-16 code units with murmur3's finaliser, from a chosen offset. */
function hash(name: string, offset: number): number {
  let state = offset;
  for (let i = 0; i < name.length; i += 1) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return state ^ (state >>> 16);
}

/** The "small fast counting" generator: 32 random bits a call. */
function sfc32(a: number, b: number, c: number): () => number {
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
