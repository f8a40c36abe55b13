import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGguf } from '../../../src/lm/files/gguf.ts';
import { ggufAsHf, ggufConfig } from '../../../src/lm/files/gguf-hf.ts';
import { openHfWeights } from '../../../src/lm/files/hf-folder.ts';
import { readJson } from '../../../src/lm/files/json-file.ts';
import { parseHfConfig } from '../../../src/lm/config.ts';
import { UserError } from '../../../src/errors.ts';
import { temporaryFolder, TINY } from './support.ts';

const folder = temporaryFolder();

describe.each(['llama', 'qwen2'])('%s.gguf', (name) => {
  it('says the same about the model as config.json', () => {
    const file = openGguf(join(TINY, `${name}.gguf`));
    const config = ggufConfig(file);
    file.close();
    const hf = parseHfConfig(readJson(join(TINY, name, 'config.json')), 'config.json');
    expect(config).toEqual({ ...hf, rmsNormEps: Math.fround(1e-6) });
  });

  it('holds the same tensors as the Hugging Face folder, query and key rows in order', () => {
    const file = openGguf(join(TINY, `${name}.gguf`));
    const source = ggufAsHf(file, ggufConfig(file));
    const hf = openHfWeights(join(TINY, name));
    expect([...source.names()].sort()).toEqual([...hf.names()].sort());
    for (const tensor of hf.names()) {
      expect([tensor, source.shape(tensor)]).toEqual([tensor, hf.shape(tensor)]);
      expect([tensor, ...source.read(tensor)]).toEqual([tensor, ...hf.read(tensor)]);
    }
    source.close();
    hf.close();
  });
});

describe('a faulty GGUF file', () => {
  const good = readFileSync(join(TINY, 'llama.gguf'));
  const write = (bytes: Buffer): string => {
    const path = join(folder, 'broken.gguf');
    writeFileSync(path, bytes);
    return path;
  };
  const changed = (from: string, to: string): Buffer => Buffer.from(good.toString('latin1').replace(from, to), 'latin1');

  it.each([
    ['is not there', () => join(folder, 'none.gguf'), 'no such file'],
    ['is of another format', () => write(Buffer.from('not a model'.repeat(10))), 'magic number'],
    ['ends in the metadata', () => write(good.subarray(0, 500)), 'bytes that are left'],
    ['ends in the tensors', () => write(good.subarray(0, good.length - 1000)), 'cut short'],
  ])('that %s is a clear error', (_what, path, message) => {
    expect(() => openGguf(path())).toThrow(UserError);
    expect(() => openGguf(path())).toThrow(message);
  });

  it.each([
    ['another architecture', 'general.architecture\b\0\0\0\u0005\0\0\0\0\0\0\0llama', 'general.architecture\b\0\0\0\u0005\0\0\0\0\0\0\0bloom', "'bloom'"],
    ['a missing entry', 'llama.feed_forward_length', 'llama.feed_forward_lengty', 'llama.feed_forward_length'],
  ])('%s is a clear error', (_what, from, to, message) => {
    const file = openGguf(write(changed(from, to)));
    expect(() => ggufConfig(file)).toThrow(message);
    file.close();
  });
});
