/**
 * ggml's block formats to 32-bit floats. A block holds a fixed number of weights
 * with their scale (and minimum) in half precision; the layouts are ggml's own
 * (ggml-common.h): low nibbles first, then high nibbles. Each product and sum rounds to
 * 32 bits as ggml's do, so that values are the same bit for bit.
 */
import { bfloatToFloat, halfToFloat, halfValues } from './number-formats.ts';

export interface BlockFormat {
  readonly name: string;
  /** Weights in a block. */
  readonly weights: number;
  /** Bytes of a block. */
  readonly bytes: number;
  /** Decodes whole blocks: `values.length` is a multiple of `weights`. */
  decode(bytes: Buffer, values: Float32Array): void;
}

type BlockDecoder = (bytes: Buffer, at: number, values: Float32Array, to: number) => void;

function blockFormat(name: string, weights: number, bytes: number, decodeBlock: BlockDecoder): BlockFormat {
  return {
    name,
    weights,
    bytes,
    decode: (source, values) => {
      for (let block = 0; block * weights < values.length; block++) decodeBlock(source, block * bytes, values, block * weights);
    },
  };
}

const f32: BlockDecoder = (bytes, at, values, to) => { values[to] = bytes.readFloatLE(at); };
const f16: BlockDecoder = (bytes, at, values, to) => { values[to] = halfValues()[bytes.readUInt16LE(at)] ?? 0; };
const bf16: BlockDecoder = (bytes, at, values, to) => { values[to] = bfloatToFloat(bytes.readUInt16LE(at)); };

/** w = d · q, q a signed byte. */
const q8_0: BlockDecoder = (bytes, at, values, to) => {
  const scale = halfToFloat(bytes.readUInt16LE(at));
  for (let i = 0; i < 32; i++) values[to + i] = scale * bytes.readInt8(at + 2 + i);
};

/** w = d · (q − 8), q four bits. */
const q4_0: BlockDecoder = (bytes, at, values, to) => {
  const scale = halfToFloat(bytes.readUInt16LE(at));
  for (let i = 0; i < 16; i++) {
    const pair = bytes.readUInt8(at + 2 + i);
    values[to + i] = scale * ((pair & 15) - 8);
    values[to + 16 + i] = scale * ((pair >> 4) - 8);
  }
};

/** w = d · q + m, q four bits. */
const q4_1: BlockDecoder = (bytes, at, values, to) => {
  const scale = halfToFloat(bytes.readUInt16LE(at));
  const minimum = halfToFloat(bytes.readUInt16LE(at + 2));
  for (let i = 0; i < 16; i++) {
    const pair = bytes.readUInt8(at + 4 + i);
    values[to + i] = Math.fround(scale * (pair & 15)) + minimum;
    values[to + 16 + i] = Math.fround(scale * (pair >> 4)) + minimum;
  }
};

/** w = d · s · q − dmin · m over 8 groups of 32, s and m six bits each. */
const q4_k: BlockDecoder = (bytes, at, values, to) => {
  const scale = halfToFloat(bytes.readUInt16LE(at));
  const minimum = halfToFloat(bytes.readUInt16LE(at + 2));
  for (let group = 0; group < 8; group++) {
    const [s, m] = sixBitPair(bytes, at + 4, group);
    const [slope, offset] = [Math.fround(scale * s), Math.fround(minimum * m)];
    const shift = group % 2 === 0 ? 0 : 4;
    const quants = at + 16 + (group >> 1) * 32;
    for (let i = 0; i < 32; i++) {
      const q = (bytes.readUInt8(quants + i) >> shift) & 15;
      values[to + group * 32 + i] = Math.fround(slope * q) - offset;
    }
  }
};

/** Scale and minimum of a group out of the 12 bytes that pack eight of each. */
function sixBitPair(bytes: Buffer, at: number, group: number): [scale: number, minimum: number] {
  const byte = (index: number): number => bytes.readUInt8(at + index);
  if (group < 4) return [byte(group) & 63, byte(group + 4) & 63];
  const low = byte(group + 4);
  return [(low & 15) | ((byte(group - 4) >> 6) << 4), (low >> 4) | ((byte(group) >> 6) << 4)];
}

/** w = d · s · (q − 32) over 16 groups of 16: q six bits (four in `low`, two in `high`), s a signed byte. */
const q6_k: BlockDecoder = (bytes, at, values, to) => {
  const scale = halfToFloat(bytes.readUInt16LE(at + 208));
  for (let i = 0; i < 256; i++) {
    const half = i >> 7;
    const quarter = (i >> 5) & 3;
    const column = i & 31;
    const low = bytes.readUInt8(at + half * 64 + (quarter & 1) * 32 + column) >> (quarter < 2 ? 0 : 4);
    const high = bytes.readUInt8(at + 128 + half * 32 + column) >> (quarter * 2);
    const q = (low & 15) | ((high & 3) << 4);
    values[to + i] = Math.fround(scale * bytes.readInt8(at + 192 + (i >> 4))) * (q - 32);
  }
};

/** Formats by ggml's type number. */
export const BLOCK_FORMATS: ReadonlyMap<number, BlockFormat> = new Map([
  [0, blockFormat('F32', 1, 4, f32)],
  [1, blockFormat('F16', 1, 2, f16)],
  [2, blockFormat('Q4_0', 32, 18, q4_0)],
  [3, blockFormat('Q4_1', 32, 20, q4_1)],
  [8, blockFormat('Q8_0', 32, 34, q8_0)],
  [12, blockFormat('Q4_K', 256, 144, q4_k)],
  [14, blockFormat('Q6_K', 256, 210, q6_k)],
  [30, blockFormat('BF16', 1, 2, bf16)],
]);
