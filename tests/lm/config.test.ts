import { parseHfConfig, toHfConfig } from '../../src/lm/config.ts';
import { UserError } from '../../src/errors.ts';

/** Qwen2.5-0.5B-Instruct's shape. */
const qwen = {
  model_type: 'qwen2', vocab_size: 151936, hidden_size: 896, num_hidden_layers: 24, num_attention_heads: 14, num_key_value_heads: 2,
  intermediate_size: 4864, rms_norm_eps: 1e-6, rope_theta: 1_000_000, tie_word_embeddings: true, max_position_embeddings: 32768,
  bos_token_id: 151643, eos_token_id: 151645, hidden_act: 'silu', use_sliding_window: false, sliding_window: 32768,
};

describe('parseHfConfig', () => {
  it('fills in what the file leaves to the architecture', () => {
    const config = parseHfConfig(qwen, 'config.json');
    expect(config.headDim).toBe(64); // 896 / 14
    expect(config.qkvBias).toBe(true);
    const { num_key_value_heads: _, ...llama } = { ...qwen, model_type: 'llama', eos_token_id: [7, 8] };
    expect(parseHfConfig(llama, 'config.json')).toMatchObject({ kvHeads: 14, qkvBias: false, eosTokenId: 7 });
  });

  it('reads what toHfConfig writes', () => {
    const config = parseHfConfig(qwen, 'config.json');
    expect(parseHfConfig(toHfConfig(config), 'config.json')).toEqual(config);
  });

  it.each([
    ['another architecture', { model_type: 'gpt2' }, 'model_type'],
    ['a missing size', { hidden_size: undefined }, 'hidden_size'],
    ['rope scaling', { rope_scaling: { rope_type: 'llama3', factor: 8 } }, "rope scaling 'llama3'"],
    ['rope scaling in the newer form', { rope_parameters: { rope_type: 'yarn', rope_theta: 1e4 } }, "rope scaling 'yarn'"],
    ['sliding windows', { use_sliding_window: true }, 'use_sliding_window'],
    ['heads that do not divide', { num_key_value_heads: 4 }, '4 of 14'],
    ['an odd head dimension', { head_dim: 63 }, 'even head dimension'],
  ])('refuses %s', (_what, change, message) => {
    expect(() => parseHfConfig({ ...qwen, ...change }, 'config.json')).toThrow(UserError);
    expect(() => parseHfConfig({ ...qwen, ...change }, 'config.json')).toThrow(message);
  });
});
