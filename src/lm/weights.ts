/**
 * The weights of a decoder as plain tensors, and how they come out of a weight file.
 * Matrices are input-major, [in, out], so that `x · W` needs no transpose; Hugging
 * Face files hold [out, in].
 *
 * D hidden size, H query heads, KV key/value heads, hd head dimension,
 * F feed-forward size, V vocabulary.
 */
import { tf, type Tensor1D, type Tensor2D } from '../backend/tf.ts';
import { checkedReader, type CheckedReader } from './checked-reader.ts';
import type { LmConfig } from './config.ts';
import type { TensorSource } from './tensor-source.ts';

export interface LmLayer {
  /** [D] */
  readonly inputNorm: Tensor1D;
  /** [D, H·hd] */
  readonly query: Tensor2D;
  /** [D, KV·hd] */
  readonly key: Tensor2D;
  /** [D, KV·hd] */
  readonly value: Tensor2D;
  /** [H·hd, D] */
  readonly output: Tensor2D;
  /** [H·hd], or null for a model without bias */
  readonly queryBias: Tensor1D | null;
  /** [KV·hd] */
  readonly keyBias: Tensor1D | null;
  /** [KV·hd] */
  readonly valueBias: Tensor1D | null;
  /** [hd], over each head's query; null but in Qwen3 */
  readonly queryNorm: Tensor1D | null;
  /** [hd] */
  readonly keyNorm: Tensor1D | null;
  /** [D] */
  readonly postNorm: Tensor1D;
  /** [D, F] */
  readonly gate: Tensor2D;
  /** [D, F] */
  readonly up: Tensor2D;
  /** [F, D] */
  readonly down: Tensor2D;
}

export interface LmWeights {
  /** [V, D] */
  readonly embedding: Tensor2D;
  readonly layers: readonly LmLayer[];
  /** [D] */
  readonly finalNorm: Tensor1D;
  /** [V, D]; null where the embedding serves as the head */
  readonly head: Tensor2D | null;
}

/** Tensors whose values follow from the config: old Hugging Face files and GGUF have them. */
const ROPE_TENSOR = /(^|\.)rotary_emb\.inv_freq$|^rope_freqs\.weight$/;

/**
 * Reads all weights, one tensor at a time, under their Hugging Face names. Where it
 * fails, nothing stays allocated.
 * @throws UserError where a tensor is missing, its shape is not what the config says, a value
 *   is not finite, or the file holds a tensor of another architecture
 */
export function readWeights(source: TensorSource, config: LmConfig): LmWeights {
  return tf.tidy(() => readAll(source, config) as unknown as tf.TensorContainer) as unknown as LmWeights;
}

function readAll(source: TensorSource, config: LmConfig): LmWeights {
  const { vocabSize: V, hiddenSize: D, tiedEmbeddings } = config;
  const read = checkedReader(source);
  const weights = {
    embedding: read.matrix('model.embed_tokens.weight', V, D),
    layers: Array.from({ length: config.layers }, (_, layer) => readLayer(read, config, layer)),
    finalNorm: read.vector('model.norm.weight', D),
    head: tiedEmbeddings ? null : read.matrix('lm_head.weight', V, D),
  };
  read.refuseUnread((name) => ROPE_TENSOR.test(name) || (tiedEmbeddings && name === 'lm_head.weight'));
  return weights;
}

function readLayer(read: CheckedReader, config: LmConfig, layer: number): LmLayer {
  const { hiddenSize: D, feedForwardSize: F, headDim } = config;
  const queryWidth = config.heads * headDim;
  const keyWidth = config.kvHeads * headDim;
  const prefix = `model.layers.${layer}.`;
  const matrix = (name: string, input: number, output: number): Tensor2D => read.transposed(`${prefix}${name}.weight`, input, output);
  const vector = (name: string, length: number): Tensor1D => read.vector(`${prefix}${name}`, length);
  const bias = (name: string, length: number): Tensor1D | null => (config.qkvBias ? vector(`${name}.bias`, length) : null);
  const headNorm = (name: string): Tensor1D | null => (config.architecture === 'qwen3' ? vector(`${name}.weight`, headDim) : null);
  return {
    inputNorm: vector('input_layernorm.weight', D),
    query: matrix('self_attn.q_proj', D, queryWidth),
    key: matrix('self_attn.k_proj', D, keyWidth),
    value: matrix('self_attn.v_proj', D, keyWidth),
    output: matrix('self_attn.o_proj', queryWidth, D),
    queryBias: bias('self_attn.q_proj', queryWidth),
    keyBias: bias('self_attn.k_proj', keyWidth),
    valueBias: bias('self_attn.v_proj', keyWidth),
    queryNorm: headNorm('self_attn.q_norm'),
    keyNorm: headNorm('self_attn.k_norm'),
    postNorm: vector('post_attention_layernorm.weight', D),
    gate: matrix('mlp.gate_proj', D, F),
    up: matrix('mlp.up_proj', D, F),
    down: matrix('mlp.down_proj', F, D),
  };
}

/** Frees every tensor of the model. */
export function disposeWeights(weights: LmWeights): void {
  tf.dispose([weights.embedding, weights.finalNorm]);
  weights.head?.dispose();
  for (const layer of weights.layers) {
    for (const tensor of Object.values(layer) as (Tensor1D | Tensor2D | null)[]) tensor?.dispose();
  }
}

/** The tensors under their Hugging Face names, matrices turned back to [out, in]; for writing a checkpoint. */
export function exportWeights(weights: LmWeights): Map<string, { shape: number[]; data: Float32Array }> {
  const tensors = new Map<string, { shape: number[]; data: Float32Array }>();
  const plain = (name: string, tensor: Tensor1D | Tensor2D): void => {
    tensors.set(name, { shape: [...tensor.shape], data: Float32Array.from(tensor.dataSync()) });
  };
  const turned = (name: string, tensor: Tensor2D): void => {
    tf.tidy(() => { plain(name, tf.transpose(tensor)); });
  };
  plain('model.embed_tokens.weight', weights.embedding);
  weights.layers.forEach((layer, index) => { exportLayer(layer, `model.layers.${index}.`, plain, turned); });
  plain('model.norm.weight', weights.finalNorm);
  if (weights.head !== null) plain('lm_head.weight', weights.head);
  return tensors;
}

function exportLayer(
  layer: LmLayer,
  prefix: string,
  plain: (name: string, tensor: Tensor1D) => void,
  turned: (name: string, tensor: Tensor2D) => void,
): void {
  plain(`${prefix}input_layernorm.weight`, layer.inputNorm);
  turned(`${prefix}self_attn.q_proj.weight`, layer.query);
  turned(`${prefix}self_attn.k_proj.weight`, layer.key);
  turned(`${prefix}self_attn.v_proj.weight`, layer.value);
  turned(`${prefix}self_attn.o_proj.weight`, layer.output);
  if (layer.queryBias !== null) plain(`${prefix}self_attn.q_proj.bias`, layer.queryBias);
  if (layer.keyBias !== null) plain(`${prefix}self_attn.k_proj.bias`, layer.keyBias);
  if (layer.valueBias !== null) plain(`${prefix}self_attn.v_proj.bias`, layer.valueBias);
  if (layer.queryNorm !== null) plain(`${prefix}self_attn.q_norm.weight`, layer.queryNorm);
  if (layer.keyNorm !== null) plain(`${prefix}self_attn.k_norm.weight`, layer.keyNorm);
  plain(`${prefix}post_attention_layernorm.weight`, layer.postNorm);
  turned(`${prefix}mlp.gate_proj.weight`, layer.gate);
  turned(`${prefix}mlp.up_proj.weight`, layer.up);
  turned(`${prefix}mlp.down_proj.weight`, layer.down);
}
