import { join } from 'node:path';
import { run } from '../../pipelines/inspect-model.ts';
import { availableMemory, gigabytes, requireMemory } from '../../src/backend/available-memory.ts';
import { estimateMemory } from '../../src/dynarule/memory-estimate.ts';
import { UserError } from '../../src/errors.ts';
import { parseHfConfig } from '../../src/lm/config.ts';
import { parameterCount } from '../../src/lm/model-size.ts';
import { TINY_CONFIG } from '../dynarule/tiny-model.ts';

const FAMILIES = 'tests/oracle/families';

async function inspected(path: string, options: { rules?: number; dimensions?: number } = {}): Promise<string> {
  const lines: string[] = [];
  await run({ path, ...options, print: (line) => lines.push(line) });
  return lines.join('\n');
}

describe('inspect-model', () => {
  it('describes a decoder of each layout', async () => {
    const text = await inspected(join(FAMILIES, 'llama3'));
    expect(text).toContain('llama decoder (Hugging Face folder), 2 layers of 32, 4 heads of 8 on 2, context 256, rope scaling llama3');
    // 2 · 272 · 32 + 2 · (2 · 32 · 32 + 2 · 32 · 16 + 3 · 32 · 64 + 2 · 32) + 32 = 36,000
    expect(text).toContain('parameters: 36000; vocabulary 272 (tokenizer 270), untied; no chat template');
    expect(await inspected(join(FAMILIES, 'qwen3.gguf'))).toContain('qwen3 decoder (GGUF), 2 layers of 32, 4 heads of 12 on 2');
  });

  it('counts rules with their width', async () => {
    // 1,000 · 16 · 4 bytes
    expect(await inspected(join(FAMILIES, 'qwen2'), { rules: 1000, dimensions: 16 })).toMatch(/1000 rules of 16 numbers.*\n.*rules 0\.1 MB/);
  });

  it('describes encoders', async () => {
    expect(await inspected('tests/oracle/encoders/xlm-roberta')).toContain('XLM-RoBERTa encoder, 2 layers of 16, 4 heads');
    expect(await inspected('tests/oracle/encoders/qwen3-embedding')).toContain('qwen3 decoder');
    expect(await inspected('tests/oracle/minilm-tiny')).toContain('BERT encoder');
  });

  it('says what is wrong with a path', async () => {
    await expect(inspected('/nowhere')).rejects.toThrow(UserError);
  });
});

describe('parameterCount', () => {
  it.each([
    // The published sizes: 7.62, 1.54, 8.03 and 0.1345 billion.
    ['Qwen2.5-7B', { model_type: 'qwen2', vocab_size: 152064, hidden_size: 3584, num_hidden_layers: 28, num_attention_heads: 28, num_key_value_heads: 4, intermediate_size: 18944 }, 7.6156e9],
    ['Qwen2.5-1.5B', { model_type: 'qwen2', vocab_size: 151936, hidden_size: 1536, num_hidden_layers: 28, num_attention_heads: 12, num_key_value_heads: 2, intermediate_size: 8960, tie_word_embeddings: true }, 1.5437e9],
    ['Llama-3-8B', { model_type: 'llama', vocab_size: 128256, hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: 32, num_key_value_heads: 8, intermediate_size: 14336 }, 8.0303e9],
    ['SmolLM2-135M', { model_type: 'llama', vocab_size: 49152, hidden_size: 576, num_hidden_layers: 30, num_attention_heads: 9, num_key_value_heads: 3, intermediate_size: 1536, tie_word_embeddings: true }, 134.515e6],
  ])('%s', (_name, sizes, expected) => {
    const config = parseHfConfig({ ...sizes, rms_norm_eps: 1e-6, max_position_embeddings: 32768 }, 'config.json');
    expect(parameterCount(config) / expected).toBeCloseTo(1, 4);
  });
});

describe('estimateMemory', () => {
  const work = { dimensions: 12, rules: 100, topK: 4, batch: 2, tokens: 10 };

  it('counts weights, adapters and rules exactly', () => {
    const memory = estimateMemory(TINY_CONFIG, work);
    // 30 · 16 + 3 · (16·16·2 + 16·8·2 + 3·16·24 + 2·16) + 16 weights
    expect(memory.weights).toBe(4 * (480 + 3 * 1952 + 16));
    // 3 · 16 · (16 + 2 · 12) + 16 adapter weights
    expect(memory.adapters).toBe(4 * 1936);
    expect(memory.ruleEmbeddings).toBe(4 * 1200);
  });

  it('grows with what there is to lower', () => {
    const { training, inference } = estimateMemory(TINY_CONFIG, work);
    for (const more of [{ rules: 200 }, { topK: 8 }, { batch: 4 }, { tokens: 20 }, { dimensions: 24 }]) {
      const larger = estimateMemory(TINY_CONFIG, { ...work, ...more });
      expect(larger.training).toBeGreaterThan(training);
      expect(larger.inference).toBeGreaterThan(inference);
    }
  });
});

it('a need beyond the memory that there is says so, and what to lower', () => {
  const need = { bytes: 8e9, what: 'training x', fix: 'lower the batch' };
  expect(() => requireMemory(need, 8e9)).not.toThrow();
  expect(() => requireMemory(need, 7.5e9)).toThrow(UserError);
  expect(() => requireMemory(need, 7.5e9)).toThrow('expected 8.00 GB of memory for training x\n  got: 7.50 GB on this machine\n  fix: lower the batch');
  expect(availableMemory()).toBeGreaterThan(1e8);
  expect(gigabytes(96e6)).toBe('96.0 MB');
});
