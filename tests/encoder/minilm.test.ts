import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import type { Encoder } from '../../src/encoder/encoder.ts';
import { loadMiniLm } from '../../src/encoder/minilm.ts';
import { UserError } from '../../src/errors.ts';
import { readOracleVectors, rowCosines } from './oracle-vectors.ts';

/** A random BERT of 2 layers over 16 dimensions, written by `transformers`. */
const FOLDER = fileURLToPath(new URL('../oracle/minilm-tiny', import.meta.url));
const oracle = readOracleVectors('minilm-tiny.json');

async function withEncoder<T>(use: (encoder: Encoder) => Promise<T>): Promise<T> {
  tf.engine().startScope();
  try {
    return await use(loadMiniLm(FOLDER));
  } finally {
    tf.engine().endScope();
  }
}

/** A copy of the model's folder, spoilt by `change`. */
function loadSpoilt(change: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'minilm-'));
  cpSync(FOLDER, folder, { recursive: true });
  tf.engine().startScope();
  try {
    change(folder);
    loadMiniLm(folder);
  } finally {
    tf.engine().endScope();
    rmSync(folder, { recursive: true });
  }
}

function editConfig(folder: string, change: object): void {
  const file = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...config, ...change }));
}

/** Smallest cosine between ours and the oracle's vectors of the first texts. */
async function worstCosine(texts: number): Promise<number> {
  const vectors = await withEncoder((encoder) => encoder.encode(oracle.texts.slice(0, texts)));
  return Math.min(...rowCosines(vectors, oracle.vectors, oracle.dimensions));
}

describe.each(['wasm', 'cpu'])('loadMiniLm on %s', (backend) => {
  it('agrees with transformers', async () => {
    await initBackend(backend);
    expect(await worstCosine(14)).toBeGreaterThan(0.9999);
  });
});

describe('loadMiniLm', () => {
  beforeAll(async () => {
    await initBackend();
  });

  it('agrees with transformers on every text, cut ones included', async () => {
    expect(await worstCosine(oracle.texts.length)).toBeGreaterThan(0.9999);
  });

  it('gives the same vectors whatever else is in the batch', async () => {
    await withEncoder(async (encoder) => {
      const texts = oracle.texts.slice(0, 14);
      const together = await encoder.encode(texts);
      const reversed = await encoder.encode([...texts].reverse());
      const alone = await encoder.encode(texts.slice(3, 4));
      expect(alone).toBeAllclose(together.subarray(3 * 16, 4 * 16), { atol: 1e-5 });
      expect(reversed.subarray(0, 16)).toBeAllclose(together.subarray(13 * 16), { atol: 1e-5 });
    });
  });

  it('frees what it computes with', async () => {
    await withEncoder(async (encoder) => {
      const before = tf.memory().numTensors;
      await encoder.encode(oracle.texts.slice(0, 5));
      expect(tf.memory().numTensors).toBe(before);
    });
  });

  it('gives nothing for no texts and refuses an empty one', async () => {
    await withEncoder(async (encoder) => {
      expect(await encoder.encode([])).toHaveLength(0);
      await expect(encoder.encode(['cat', '  '])).rejects.toThrow(/position 1/);
    });
  });

  it('names what is wrong with a model', () => {
    expect(() => loadMiniLm('/nowhere')).toThrow(UserError);
    expect(() => loadSpoilt((folder) => editConfig(folder, { model_type: 'llama' }))).toThrow(/model_type/);
    expect(() => loadSpoilt((folder) => editConfig(folder, { num_attention_heads: 5 }))).toThrow(/multiple of 5 heads/);
    expect(() => loadSpoilt((folder) => editConfig(folder, { intermediate_size: 25 }))).toThrow(/intermediate.dense/);
    expect(() => loadSpoilt((folder) => editConfig(folder, { num_hidden_layers: 3 }))).toThrow(/encoder.layer.2/);
    expect(() => loadSpoilt((folder) => editConfig(folder, { vocab_size: 200 }))).toThrow(/at most 200 tokens/);
    expect(() => loadSpoilt((folder) => rmSync(join(folder, 'tokenizer.json')))).toThrow(/tokenizer.json/);
    expect(() => loadSpoilt((folder) => truncateSync(join(folder, 'model.safetensors'), 9_000))).toThrow(UserError);
  });
});
