import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCK_FORMATS } from '../../../src/lm/files/dequantize.ts';
import { TINY } from './support.ts';

interface OracleBlocks { readonly type: number; readonly name: string; readonly bytes: string; readonly values: string }

const oracle = JSON.parse(readFileSync(join(TINY, 'blocks.json'), 'utf8')) as OracleBlocks[];

function decode(type: number, bytes: Buffer, length: number): Float32Array {
  const values = new Float32Array(length);
  const format = BLOCK_FORMATS.get(type);
  if (format === undefined) throw new Error(`no format ${type}`);
  format.decode(bytes, values);
  return values;
}

it.each(oracle.map((row) => [row.name, row] as const))('%s equals the gguf package', (name, row) => {
  const bytes = Buffer.from(row.values, 'base64');
  const expected = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  expect(BLOCK_FORMATS.get(row.type)?.name).toBe(name);
  // The package multiplies in 32 bits, step by step: one or two roundings apart.
  expect(decode(row.type, Buffer.from(row.bytes, 'base64'), expected.length)).toBeAllclose(expected, { rtol: 1e-6, atol: 2e-5 });
});

it('Q4_1 by hand: low nibbles are the first half of a block, high nibbles the second', () => {
  const block = Buffer.alloc(20);
  block.writeUInt16LE(0x3800, 0); // d = 0.5
  block.writeUInt16LE(0xbc00, 2); // m = -1
  block[4] = 0x52; // weight 0: 2 · 0.5 - 1 = 0; weight 16: 5 · 0.5 - 1 = 1.5
  const values = decode(3, block, 32);
  expect([values[0], values[1], values[16], values[17]]).toEqual([0, -1, 1.5, -1]);
});
