/** XLM-RoBERTa and Qwen3-Embedding against sentence-transformers (tests/oracle/encoders.py). */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import type { Encoder } from '../../src/encoder/encoder.ts';
import { UserError } from '../../src/errors.ts';
import { openSafetensors } from '../../src/lm/files/safetensors.ts';

const ORACLE = join(import.meta.dirname, '../oracle/encoders');
const { texts: all } = JSON.parse(readFileSync(join(ORACLE, 'tokenizers.json'), 'utf8')) as { texts: string[] };
const TEXTS = [...all.slice(0, 8), 'a', 'Zürich–Köln 1,234.56 €', 'two  spaces', 'word '.repeat(40)];

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'encoders-'));
  for (const name of ['xlm-roberta', 'qwen3-embedding']) cpSync(join(ORACLE, name), join(root, name), { recursive: true });
  // The oracle keeps SentencePiece's normalisation table beside the tokenizer.
  const file = join(root, 'xlm-roberta', 'tokenizer.json');
  const charsmap = gunzipSync(readFileSync(join(ORACLE, 'nmt-nfkc.charsmap.gz'))).toString('base64');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"precompiled_charsmap": ""', `"precompiled_charsmap": "${charsmap}"`));
});
afterAll(() => rmSync(root, { recursive: true }));

const load = (kind: 'bge-m3' | 'qwen3-embedding', folder: string): Encoder =>
  kind === 'bge-m3' ? createEncoder({ kind, folder }) : createEncoder({ kind, folder, instruction: 'Given a question, retrieve the rules that are needed to answer it' });

async function withEncoder<T>(kind: 'bge-m3' | 'qwen3-embedding', folder: string, use: (encoder: Encoder) => Promise<T>): Promise<T> {
  tf.engine().startScope();
  try {
    return await use(load(kind, folder));
  } finally {
    tf.engine().endScope();
  }
}

function expected(name: string): Float32Array {
  const file = openSafetensors(join(ORACLE, 'expected.safetensors'));
  const values = file.read(name);
  file.close();
  return values;
}

const KINDS = [['bge-m3', 'xlm-roberta'], ['qwen3-embedding', 'qwen3-embedding']] as const;

describe.each([['the default backend', undefined, 1e-4], ['wasm', 'wasm', 1e-3]] as const)('on %s', (_title, backend, limit) => {
  beforeAll(async () => { await initBackend(backend); });

  it.each(KINDS)('%s gives the vectors of sentence-transformers, of length 1', async (kind, folder) => {
    await withEncoder(kind, join(root, folder), async (encoder) => {
      const vectors = await encoder.encode(TEXTS);
      expect(vectors).toBeAllclose(expected(folder), { rtol: 0, atol: limit });
      for (let row = 0; row < TEXTS.length; row += 1) {
        expect(Math.hypot(...vectors.subarray(row * 16, (row + 1) * 16))).toBeCloseTo(1, 5);
      }
    });
  });

  it('puts the instruction before questions alone', async () => {
    await withEncoder('qwen3-embedding', join(root, 'qwen3-embedding'), async (encoder) => {
      expect(await encoder.encode(TEXTS, 'query')).toBeAllclose(expected('qwen3-embedding-query'), { rtol: 0, atol: limit });
      expect(await encoder.encode(TEXTS, 'document')).toBeAllclose(expected('qwen3-embedding'), { rtol: 0, atol: limit });
    });
  });
});

describe('a folder', () => {
  const before = (): number => tf.memory().numTensors;
  const spoilt = (folder: string, change: (path: string) => void): string => {
    const path = join(root, 'spoilt');
    rmSync(path, { recursive: true, force: true });
    cpSync(join(root, folder), path, { recursive: true });
    change(path);
    return path;
  };
  const edit = (file: string, values: object): void => writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...values }));
  const pooling = (path: string, mode: object): void => {
    mkdirSync(join(path, '1_Pooling'));
    writeFileSync(join(path, '1_Pooling', 'config.json'), JSON.stringify(mode));
  };

  it.each([
    ['of another family', 'xlm-roberta', 'qwen3-embedding', () => undefined, 'model_type'],
    ['that pools otherwise', 'xlm-roberta', 'bge-m3', (path: string) => pooling(path, { pooling_mode_mean_tokens: true }), '1_Pooling/config.json: expected an encoder that pools by cls'],
    ['whose tokenizer adds no end mark', 'qwen3-embedding', 'qwen3-embedding', (path: string) => edit(join(path, 'tokenizer.json'), { post_processor: null }), 'adds no end mark'],
    ['of another shape', 'xlm-roberta', 'bge-m3', (path: string) => edit(join(path, 'config.json'), { type_vocab_size: 2 }), 'token_type_embeddings.weight: expected shape [2, 16]'],
    ['with more layers than the config says', 'qwen3-embedding', 'qwen3-embedding', (path: string) => edit(join(path, 'config.json'), { num_hidden_layers: 1, layer_types: null }), 'expected no tensors but those of the architecture'],
  ] as const)('%s is a clear error, and nothing stays allocated', (_what, folder, kind, change, message) => {
    const path = spoilt(folder, change);
    const tensors = before();
    expect(() => load(kind, path)).toThrow(UserError);
    expect(() => load(kind, path)).toThrow(message);
    expect(before()).toBe(tensors);
  });

  it('that pools as the kind does is taken', async () => {
    const path = spoilt('xlm-roberta', (folder) => pooling(folder, { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }));
    await withEncoder('bge-m3', path, async (encoder) => expect(encoder.dimensions).toBe(16));
  });
});
