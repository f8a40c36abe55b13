import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { cachedEmbeddings } from '../../src/encoder/cache.ts';
import type { Encoder } from '../../src/encoder/encoder.ts';
import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import { UserError } from '../../src/errors.ts';

const TEXTS = ['If A is a cat, it has 4 horns.', 'If A is a dog, it has 3 tails.', 'If A chases B, B will enter bridge.'];
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
  path = join(folder, 'sub', 'hashed.arrow');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An encoder that counts how often it is asked. */
function counting(inner: Encoder): Encoder & { calls: number } {
  const encoder = { ...inner, calls: 0, encode: (texts: readonly string[]) => ((encoder.calls += 1), inner.encode(texts)) };
  return encoder;
}

describe('cachedEmbeddings', () => {
  it('computes once and reads back the same numbers', async () => {
    const encoder = counting(createHashedEncoder({ dimensions: 32 }));
    const first = await cachedEmbeddings(encoder, TEXTS, path);
    const second = await cachedEmbeddings(encoder, TEXTS, path);
    expect(encoder.calls).toBe(1);
    expect(second).toEqual(first);
    expect(first).toEqual(await encoder.encode(TEXTS));
  });

  it('reads back several record batches', async () => {
    const encoder = counting(createHashedEncoder({ dimensions: 2 }));
    const texts = Array.from({ length: 40_000 }, (_, i) => `rule ${i}`);
    const first = await cachedEmbeddings(encoder, texts, path);
    expect(await cachedEmbeddings(encoder, texts, path)).toEqual(first);
    expect(encoder.calls).toBe(1);
    expect(tableFromIPC(readFileSync(path)).batches).toHaveLength(3); // 16,384 rows in each
  });

  it('is an Arrow file of fixed-size lists for other programs', async () => {
    const vectors = await cachedEmbeddings(createHashedEncoder({ dimensions: 4 }), TEXTS, path);
    const table = tableFromIPC(readFileSync(path));
    expect(String(table.schema.fields[0]?.type)).toBe('FixedSizeList[4]<Float32>');
    const row = table.getChild('embedding')?.get(1) as Iterable<number>;
    expect([...row]).toEqual([...vectors.subarray(4, 8)]);
  });

  it.each<[string, Encoder, readonly string[]]>([
    ['another text', createHashedEncoder({ dimensions: 32 }), [...TEXTS.slice(0, 2), 'other']],
    ['another order', createHashedEncoder({ dimensions: 32 }), [...TEXTS].reverse()],
    ['fewer texts', createHashedEncoder({ dimensions: 32 }), TEXTS.slice(0, 2)],
    ['the same letters divided otherwise', createHashedEncoder({ dimensions: 32 }), [`${TEXTS[0]}I`, (TEXTS[1] as string).slice(1), TEXTS[2] as string]],
    ['another encoder', createHashedEncoder({ dimensions: 32, seed: 'other' }), TEXTS],
    ['another width', createHashedEncoder({ dimensions: 16 }), TEXTS],
  ])('does not use a file made from %s', async (_, encoder, texts) => {
    await cachedEmbeddings(createHashedEncoder({ dimensions: 32 }), TEXTS, path);
    const counted = counting(encoder);
    expect(await cachedEmbeddings(counted, texts, path)).toEqual(await encoder.encode(texts));
    expect(counted.calls).toBe(1);
    await cachedEmbeddings(counted, texts, path);
    expect(counted.calls).toBe(1);
  });

  it('leaves nothing but the file, and nothing at all after a failure', async () => {
    const encoder = createHashedEncoder({ dimensions: 8 });
    await cachedEmbeddings(encoder, TEXTS, path);
    expect(readdirSync(join(folder, 'sub'))).toEqual(['hashed.arrow']);
    const other = join(folder, 'other.arrow');
    await expect(cachedEmbeddings(encoder, ['…'], other)).rejects.toThrow(UserError);
    expect(readdirSync(folder)).toEqual(['sub']);
  });

  it('keeps an empty set of texts', async () => {
    const encoder = counting(createHashedEncoder({ dimensions: 8 }));
    expect(await cachedEmbeddings(encoder, [], path)).toHaveLength(0);
    expect(await cachedEmbeddings(encoder, [], path)).toHaveLength(0);
    expect(encoder.calls).toBe(1);
  });

  it('names a damaged file', async () => {
    const encoder = createHashedEncoder({ dimensions: 32 });
    await cachedEmbeddings(encoder, TEXTS, path);
    const size = readFileSync(path).length;
    for (const length of [size - 200, 20, 0]) {
      truncateSync(path, length);
      await expect(cachedEmbeddings(encoder, TEXTS, path)).rejects.toThrow(/hashed\.arrow.*expected a complete Arrow file of embeddings/);
    }
    writeFileSync(path, 'not Arrow at all, just some text that goes on');
    await expect(cachedEmbeddings(encoder, TEXTS, path)).rejects.toThrow(UserError);
  });
});
