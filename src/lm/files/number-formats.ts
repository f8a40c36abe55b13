/**
 * 16-bit floating-point numbers to 32-bit ones and back: IEEE half (1-5-10 bits) and
 * bfloat16 (the upper half of a 32-bit float). Files and machine are little-endian.
 */

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

/** Value of IEEE half bits; every half is exact as a 32-bit float. */
export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Nearest IEEE half, ties to even; above 65,504 infinity, as the standard rounds. */
export function floatToHalf(value: number): number {
  float[0] = value;
  const bits = word[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(float[0]);
  if (Number.isNaN(magnitude)) return sign | 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const fraction = roundToEven((magnitude * 2 ** -exponent - 1) * 1024);
  return sign | (((exponent + 15) << 10) + fraction);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

export function bfloatToFloat(bits: number): number {
  word[0] = bits << 16;
  return float[0] ?? 0;
}

let halfTable: Float32Array | undefined;

/** All 65,536 halves at once: a lookup is what makes reading a large file fast. */
export function halfValues(): Float32Array {
  halfTable ??= Float32Array.from({ length: 0x10000 }, (_, bits) => halfToFloat(bits));
  return halfTable;
}
