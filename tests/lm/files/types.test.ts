/** Every type of GGUF tensor, block by block and bit by bit, against the gguf package (tests/oracle/families.py). */
import { join } from 'node:path';
import { BLOCK_FORMATS } from '../../../src/lm/files/dequantize.ts';
import { openGguf } from '../../../src/lm/files/gguf.ts';
import { openSafetensors } from '../../../src/lm/files/safetensors.ts';
import { ORACLE } from './support.ts';

const names = [...BLOCK_FORMATS.values()].map(({ name }) => name);

it('covers the types that the project promises', () => {
  expect([...names].sort()).toEqual(['BF16', 'F16', 'F32', 'Q4_0', 'Q4_1', 'Q4_K', 'Q6_K', 'Q8_0']);
});

it.each(names)('%s', (name) => {
  const file = openGguf(join(ORACLE, 'families', 'types.gguf'));
  const oracle = openSafetensors(join(ORACLE, 'families', 'types.safetensors'));
  expect(file.shape(name)).toEqual(oracle.shape(name));
  expect([...file.read(name)]).toEqual([...oracle.read(name)]);
  file.close();
  oracle.close();
});
