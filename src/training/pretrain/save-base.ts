/** Writes a pretrained base as a Hugging Face folder: config.json, tokenizer.json, model.safetensors. */
import { join } from 'node:path';
import type { LmConfig } from '../../lm/config.ts';
import { writeSafetensors } from '../../lm/files/safetensors-write.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { exportWeights, type LmWeights } from '../../lm/weights.ts';
import { writeFolderAtomically, writeJsonAtomically } from '../../files/atomic-write.ts';

/** Weights are stored as 16-bit floats; what is loaded from the folder is the base from then on. */
export function saveBase(folder: string, config: LmConfig, weights: LmWeights, tokenizer: Tokenizer): void {
  writeFolderAtomically(folder, (temporary) => {
    writeJsonAtomically(join(temporary, 'config.json'), hfConfig(config));
    writeJsonAtomically(join(temporary, 'tokenizer.json'), tokenizer.json as object);
    writeSafetensors(join(temporary, 'model.safetensors'), exportWeights(weights), {
      dtype: 'F16',
      metadata: { format: 'pt' },
    });
  });
}

function hfConfig(config: LmConfig): object {
  return {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    vocab_size: config.vocabSize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headDim,
    intermediate_size: config.feedForwardSize,
    rms_norm_eps: config.rmsNormEps,
    rope_theta: config.ropeTheta,
    tie_word_embeddings: config.tiedEmbeddings,
    attention_bias: config.qkvBias,
    hidden_act: 'silu',
    max_position_embeddings: config.maxPositions,
    bos_token_id: config.bosTokenId,
    eos_token_id: config.eosTokenId,
    torch_dtype: 'float16',
  };
}
