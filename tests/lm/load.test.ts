import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { toHfConfig } from '../../src/lm/config.ts';
import { writeHfFolder } from '../../src/lm/files/hf-folder.ts';
import { readJson } from '../../src/lm/files/json-file.ts';
import { openSafetensors } from '../../src/lm/files/safetensors.ts';
import { writeSafetensors } from '../../src/lm/files/safetensors-write.ts';
import { decodeThreads } from '../../src/lm/decode-threads.ts';
import { lmConfig, loadLm, openLm } from '../../src/lm/load.ts';
import { disposeWeights, exportWeights, readWeights } from '../../src/lm/weights.ts';
import { temporaryFolder, TINY } from './files/support.ts';
import { sequenceLogits } from './support.ts';

interface OracleLogits { readonly text: string; readonly ids: number[]; readonly last: number[]; readonly first: number[] }

const oracle = JSON.parse(readFileSync(join(TINY, 'logits.json'), 'utf8')) as Record<string, OracleLogits>;
const folder = temporaryFolder();

beforeAll(async () => { await initBackend(); });

async function checkLogits(path: string, expected: OracleLogits): Promise<void> {
  const model = await loadLm(path);
  expect(model.tokenizer.encode(expected.text)).toEqual(expected.ids);
  const logits = sequenceLogits(model, expected.ids);
  const [length, vocab] = logits.shape;
  const values = logits.dataSync();
  expect(values.subarray((length - 1) * vocab)).toBeAllclose(expected.last, { rtol: 1e-4, atol: 1e-4 });
  expect(expected.first.map((_, position) => values[position * vocab] ?? NaN)).toBeAllclose(expected.first, { rtol: 1e-4, atol: 1e-4 });
  logits.dispose();
  disposeWeights(model.weights);
}

describe.each(['llama', 'qwen2'])('%s', (name) => {
  const expected = oracle[name] as OracleLogits;

  it('computes what transformers computes, from the folder and from GGUF', async () => {
    await checkLogits(join(TINY, name), expected);
    await checkLogits(join(TINY, `${name}.gguf`), expected);
  });

  it('computes the same after it is written and read again', async () => {
    const model = await loadLm(join(TINY, name));
    const target = join(folder, `${name}-again`);
    writeHfFolder(target, { config: toHfConfig(model.config), tokenizer: model.tokenizer.json, tensors: exportWeights(model.weights) }, { dtype: 'F32' });
    disposeWeights(model.weights);
    await checkLogits(target, expected);
  });

  it('leaves nothing of an older model in the folder', async () => {
    const model = await loadLm(join(TINY, name));
    const target = join(folder, `${name}-replaced`);
    cpSync(join(TINY, name), target, { recursive: true });
    writeFileSync(join(target, 'model.safetensors.index.json'), 'of the older model');
    writeHfFolder(target, { config: toHfConfig(model.config), tokenizer: model.tokenizer.json, tensors: exportWeights(model.weights) }, { dtype: 'F32' });
    disposeWeights(model.weights);
    expect(readdirSync(target).toSorted()).toEqual(['config.json', 'model.safetensors', 'tokenizer.json']);
  });
});

describe('a folder whose files do not belong together', () => {
  const broken = join(folder, 'broken');
  beforeEach(() => { cpSync(join(TINY, 'llama'), broken, { recursive: true }); });
  const change = (file: string, values: object): void => {
    writeFileSync(join(broken, file), JSON.stringify({ ...(readJson(join(broken, file)) as object), ...values }));
  };

  it('names the tensor whose shape is wrong, and leaves nothing allocated', async () => {
    change('config.json', { intermediate_size: 48 });
    const before = tf.memory().numTensors;
    await expect(loadLm(broken)).rejects.toThrow('model.layers.0.mlp.gate_proj.weight: expected shape [48, 16]');
    expect(tf.memory().numTensors).toBe(before);
  });

  it('names the tensor that is missing', async () => {
    change('config.json', { num_hidden_layers: 3 });
    await expect(loadLm(broken)).rejects.toThrow('model.layers.2.input_layernorm.weight');
  });

  it('refuses a tokenizer with more tokens than the model embeds', async () => {
    change('tokenizer.json', { added_tokens: [{ id: 280, content: '<search>' }] });
    await expect(loadLm(broken)).rejects.toThrow('a tokenizer of at most 280 tokens');
  });

  it('refuses weights that are not numbers', async () => {
    const source = openSafetensors(join(broken, 'model.safetensors'));
    const tensors = new Map(source.names().map((name) => [name, { shape: source.shape(name), data: source.read(name) }]));
    source.close();
    tensors.get('model.norm.weight')?.data.fill(NaN, 3, 4);
    writeSafetensors(join(broken, 'model.safetensors'), tensors, { dtype: 'F32' });
    await expect(loadLm(broken)).rejects.toThrow('model.norm.weight: expected finite numbers');
  });

  it('refuses a tensor that the architecture has not', async () => {
    const source = openSafetensors(join(broken, 'model.safetensors'));
    const tensors = new Map(source.names().map((name) => [name, { shape: source.shape(name), data: source.read(name) }]));
    source.close();
    tensors.set('model.layers.0.self_attn.q_norm.weight', { shape: [4], data: new Float32Array(4) });
    writeSafetensors(join(broken, 'model.safetensors'), tensors, { dtype: 'F32' });
    await expect(loadLm(broken)).rejects.toThrow('model.layers.0.self_attn.q_norm.weight: expected no tensors but those of the architecture');
  });

  it('refuses a model that does not fit into memory, before it reads a weight', async () => {
    change('config.json', { hidden_size: 65536, num_hidden_layers: 1000, intermediate_size: 262144, num_attention_heads: 512, head_dim: 128 });
    // 65,536 · (2 · 65,536 + 2 · 256 + 3 · 262,144) = 60.16 billion weights a layer.
    await expect(loadLm(broken)).rejects.toThrow(/expected 2406\d\d\.\d+ GB of memory for the weights of .*\n.* on this machine/);
  });

  it('holds one tensor at a time beside those that are loaded', () => {
    const { source, config } = openLm(join(TINY, 'llama'));
    const start = tf.memory().numBytes;
    const held: number[] = [];
    let read = 0;
    const weights = readWeights({ ...source, read: (name) => {
      held.push(tf.memory().numBytes - start - read);
      const values = source.read(name);
      read += values.byteLength;
      return values;
    } }, config);
    source.close();
    disposeWeights(weights);
    // At each read exactly the tensors read before are there, once each.
    expect(new Set(held)).toEqual(new Set([0]));
  });

  it('says what a path without a model lacks', async () => {
    await expect(loadLm(join(folder, 'nowhere'))).rejects.toThrow('make models');
    writeFileSync(join(broken, 'config.json'), '{"model_type"');
    await expect(loadLm(broken)).rejects.toThrow('expected JSON');
  });
});

it('reads the sizes of a folder and of a GGUF file from their headers', () => {
  // Llama 3's file has a tensor of frequencies that its configuration is read from.
  for (const path of [join(TINY, 'llama'), join(TINY, 'llama.gguf'), 'tests/oracle/families/llama3.gguf']) {
    const { config, source } = openLm(path);
    source.close();
    expect(lmConfig(path)).toEqual(config);
  }
});

it('decodes small models with one thread, and leaves large ones all', () => {
  const { config, source } = openLm(join(TINY, 'llama'));
  source.close();
  // SmolLM2-135M and Qwen2.5-1.5B.
  expect(decodeThreads({ ...config, hiddenSize: 576, feedForwardSize: 1536 })).toBe(1);
  expect(decodeThreads({ ...config, hiddenSize: 1536, feedForwardSize: 8960 })).toBeUndefined();
});
