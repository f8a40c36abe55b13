import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSafetensors } from '../../../src/lm/files/safetensors.ts';
import { writeSafetensors } from '../../../src/lm/files/safetensors-write.ts';
import { UserError } from '../../../src/errors.ts';
import { rawSafetensors, temporaryFolder, TINY } from './support.ts';

const folder = temporaryFolder();

describe('openSafetensors', () => {
  it('reads every element type of a file by the reference writer', () => {
    const file = openSafetensors(join(TINY, 'types.safetensors'));
    for (const name of ['F64', 'F32', 'F16', 'BF16']) expect([...file.read(name)]).toEqual([-2, 0, 1.5, 3]);
    for (const name of ['I64', 'I32', 'I16', 'I8']) expect([...file.read(name)]).toEqual([-2, 0, 1, 3]);
    expect([...file.read('U8')]).toEqual([2, 0, 255]);
    expect([file.shape('F32'), file.shape('scalar'), file.shape('empty')]).toEqual([[2, 2], [], [0, 3]]);
    expect([...file.read('scalar')]).toEqual([7]);
    expect(file.read('empty')).toHaveLength(0);
    expect(file.metadata).toEqual({ written: 'by the safetensors package' });
    expect(file.has('F31')).toBe(false);
    expect(() => file.read('F31')).toThrow(UserError);
    file.close();
  });

  it('reads a tensor that takes several pieces', () => {
    const path = join(folder, 'long.safetensors');
    // 4.4 MB in half precision; pieces are 4 MiB.
    const data = Float32Array.from({ length: 2_200_000 }, (_, i) => i % 2048);
    writeSafetensors(path, new Map([['x', { shape: [2_200_000], data }]]), { dtype: 'F16' });
    const file = openSafetensors(path);
    expect(Buffer.from(file.read('x').buffer).equals(Buffer.from(data.buffer))).toBe(true);
    file.close();
  });

  const entry = (begin: number, end: number, size: number): string => `{"dtype": "F32", "shape": [${size}], "data_offsets": [${begin}, ${end}]}`;
  it.each([
    ['a header that is not JSON', '{"a": ', 0, 'not JSON'],
    ['a duplicate key', `{"a": ${entry(0, 4, 1)}, "a": ${entry(4, 8, 1)}}`, 8, "the key 'a' twice"],
    ['overlapping tensors', `{"a": ${entry(0, 8, 2)}, "b": ${entry(4, 12, 2)}}`, 12, "'b' overlaps"],
    ['data beyond the end', `{"a": ${entry(0, 8, 2)}}`, 4, 'cut short'],
    ['a length that does not fit the shape', `{"a": ${entry(0, 8, 3)}}`, 8, 'in 8 bytes instead of 12'],
    ['an unknown type', '{"a": {"dtype": "F8", "shape": [1], "data_offsets": [0, 1]}}', 1, 'type F8'],
    ['a negative size', '{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}', 4, 'a.shape'],
    ['metadata that is not text', '{"__metadata__": {"a": 1}}', 0, '__metadata__'],
  ])('refuses %s', (_what, header, bytes, message) => {
    const path = rawSafetensors(join(folder, 'broken.safetensors'), header, bytes);
    expect(() => openSafetensors(path)).toThrow(UserError);
    expect(() => openSafetensors(path)).toThrow(message);
  });

  it('refuses a missing, an empty and a truncated file', () => {
    expect(() => openSafetensors(join(folder, 'none'))).toThrow('no such file');
    const path = join(folder, 'short.safetensors');
    writeFileSync(path, Buffer.alloc(7));
    expect(() => openSafetensors(path)).toThrow('cut short');
    writeFileSync(path, readFileSync(join(TINY, 'types.safetensors')));
    truncateSync(path, 800);
    expect(() => openSafetensors(path)).toThrow('cut short');
    truncateSync(path, 100);
    expect(() => openSafetensors(path)).toThrow('cut short');
    writeFileSync(path, Buffer.alloc(64, 255));
    expect(() => openSafetensors(path)).toThrow('a header of');
  });
});

describe('writeSafetensors', () => {
  const tensors = new Map([
    ['a', { shape: [2, 2], data: Float32Array.of(1, -2.5, 1 / 3, 65504) }],
    ['b', { shape: [1], data: Float32Array.of(7) }],
  ]);

  it('keeps 32-bit values, order, shapes and metadata', () => {
    const path = join(folder, 'out.safetensors');
    writeSafetensors(path, tensors, { dtype: 'F32', metadata: { step: '3' } });
    const file = openSafetensors(path);
    expect(file.names()).toEqual(['a', 'b']);
    expect(file.shape('a')).toEqual([2, 2]);
    expect([...file.read('a')]).toEqual([1, -2.5, Math.fround(1 / 3), 65504]);
    expect(file.metadata).toEqual({ step: '3' });
    file.close();
    expect(readdirSync(folder).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });

  it('rounds to half precision on request', () => {
    const path = join(folder, 'half.safetensors');
    writeSafetensors(path, tensors, { dtype: 'F16' });
    const file = openSafetensors(path);
    // 1/3 = 1.0101010101|0101… · 2⁻²: the fraction rounds to 341/1024.
    expect([...file.read('a')]).toEqual([1, -2.5, (1 + 341 / 1024) / 4, 65504]);
    file.close();
    const large = new Map([['a', { shape: [1], data: Float32Array.of(70_000) }]]);
    expect(() => { writeSafetensors(path, large, { dtype: 'F16' }); }).toThrow('write F32');
  });

  it('does not touch the file when a shape is wrong', () => {
    const path = join(folder, 'kept.safetensors');
    writeFileSync(path, 'before');
    const wrong = new Map([['a', { shape: [3], data: Float32Array.of(1) }]]);
    expect(() => { writeSafetensors(path, wrong, { dtype: 'F32' }); }).toThrow('shape [3] but 1 values');
    expect(readFileSync(path, 'utf8')).toBe('before');
  });
});
