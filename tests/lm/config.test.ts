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
    for (const rope_parameters of [
      { rope_type: 'default', rope_theta: 1e6 },
      { rope_type: 'linear', rope_theta: 1e6, factor: 2 },
      { rope_type: 'llama3', rope_theta: 1e6, factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 },
      { rope_type: 'yarn', rope_theta: 1e6, factor: 4, original_max_position_embeddings: 32768 },
    ]) {
      const config = parseHfConfig({ ...qwen, rope_parameters }, 'config.json');
      expect(parseHfConfig(toHfConfig(config), 'config.json')).toEqual(config);
    }
  });

  it('knows Qwen3, whose heads are 128 wide where the file does not say it', () => {
    const config = parseHfConfig({ ...qwen, model_type: 'qwen3' }, 'config.json');
    expect(config).toMatchObject({ architecture: 'qwen3', headDim: 128, qkvBias: false });
  });

  it.each([
    ['another architecture', { model_type: 'gpt2' }, 'model_type'],
    ['a missing size', { hidden_size: undefined }, 'hidden_size'],
    ['an unknown rope scaling', { rope_scaling: { rope_type: 'longrope', factor: 8 } }, "rope scaling 'longrope'"],
    ['rope scaling without its numbers', { rope_scaling: { rope_type: 'llama3', factor: 8 } }, "'llama3' without factor, low_freq_factor"],
    ['the same in the newer form', { rope_parameters: { rope_type: 'yarn', rope_theta: 1e4 } }, "rope scaling 'yarn' without factor"],
    ['heads that turn in part', { rope_parameters: { rope_type: 'default', partial_rotary_factor: 0.5 } }, 'partial_rotary_factor'],
    ['a bias after the attention of Llama', { model_type: 'llama', attention_bias: true }, 'attention without bias'],
    ['layers beyond reason', { num_hidden_layers: 1e9 }, 'at most 1024 layers'],
    ['layers with sliding windows', { layer_types: ['full_attention', 'sliding_attention'] }, 'layer_types'],
    ['sliding windows', { use_sliding_window: true }, 'use_sliding_window'],
    ['heads that do not divide', { num_key_value_heads: 4 }, '4 of 14'],
    ['an odd head dimension', { head_dim: 63 }, 'even head dimension'],
  ])('refuses %s', (_what, change, message) => {
    expect(() => parseHfConfig({ ...qwen, ...change }, 'config.json')).toThrow(UserError);
    expect(() => parseHfConfig({ ...qwen, ...change }, 'config.json')).toThrow(message);
  });
});
