/**
 * The weights of a decoder as plain tensors, and how they come out of a weight file.
 * Matrices are input-major, [in, out], so that `x · W` needs no transpose; Hugging
 * Face files hold [out, in].
 *
 * D hidden size, H query heads, KV key/value heads, hd head dimension,
 * F feed-forward size, V vocabulary.
 */
import { tf, type Tensor1D, type Tensor2D } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
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

/**
 * Reads all weights, one tensor at a time, under their Hugging Face names. Where it
 * fails, nothing stays allocated.
 * @throws UserError where a tensor is missing or its shape is not what the config says
 */
export function readWeights(source: TensorSource, config: LmConfig): LmWeights {
  return tf.tidy(() => readAll(source, config) as unknown as tf.TensorContainer) as unknown as LmWeights;
}

function readAll(source: TensorSource, config: LmConfig): LmWeights {
  const { vocabSize: V, hiddenSize: D } = config;
  return {
    embedding: readRows(source, 'model.embed_tokens.weight', V, D),
    layers: Array.from({ length: config.layers }, (_, layer) => readLayer(source, config, layer)),
    finalNorm: readVector(source, 'model.norm.weight', D),
    head: config.tiedEmbeddings ? null : readRows(source, 'lm_head.weight', V, D),
  };
}

function readLayer(source: TensorSource, config: LmConfig, layer: number): LmLayer {
  const { hiddenSize: D, feedForwardSize: F } = config;
  const queryWidth = config.heads * config.headDim;
  const keyWidth = config.kvHeads * config.headDim;
  const prefix = `model.layers.${layer}.`;
  const matrix = (name: string, input: number, output: number): Tensor2D => readTransposed(source, `${prefix}${name}.weight`, input, output);
  const bias = (name: string, length: number): Tensor1D | null => (config.qkvBias ? readVector(source, `${prefix}${name}.bias`, length) : null);
  return {
    inputNorm: readVector(source, `${prefix}input_layernorm.weight`, D),
    query: matrix('self_attn.q_proj', D, queryWidth),
    key: matrix('self_attn.k_proj', D, keyWidth),
    value: matrix('self_attn.v_proj', D, keyWidth),
    output: matrix('self_attn.o_proj', queryWidth, D),
    queryBias: bias('self_attn.q_proj', queryWidth),
    keyBias: bias('self_attn.k_proj', keyWidth),
    valueBias: bias('self_attn.v_proj', keyWidth),
    postNorm: readVector(source, `${prefix}post_attention_layernorm.weight`, D),
    gate: matrix('mlp.gate_proj', D, F),
    up: matrix('mlp.up_proj', D, F),
    down: matrix('mlp.down_proj', F, D),
  };
}

function readVector(source: TensorSource, name: string, length: number): Tensor1D {
  checkShape(source, name, [length]);
  return tf.tensor1d(readFinite(source, name), 'float32');
}

function readRows(source: TensorSource, name: string, rows: number, columns: number): Tensor2D {
  checkShape(source, name, [rows, columns]);
  return tf.tensor2d(readFinite(source, name), [rows, columns], 'float32');
}

/** [out, in] in the file, [in, out] in memory. */
function readTransposed(source: TensorSource, name: string, input: number, output: number): Tensor2D {
  checkShape(source, name, [output, input]);
  return tf.tidy(() => tf.transpose(tf.tensor2d(readFinite(source, name), [output, input], 'float32')));
}

/** One stray NaN would make every answer empty without any error. */
function readFinite(source: TensorSource, name: string): Float32Array {
  const values = source.read(name);
  // 0 · x is 0 for finite x and NaN otherwise: one addition an element for up to billions of them.
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += 0 * (values[i] as number);
  if (sum === 0) return values;
  const at = values.findIndex((value) => !Number.isFinite(value));
  throw UserError.of({
    expected: 'finite numbers',
    got: `${values[at] ?? ''} at ${at}`,
    where: { file: source.path, key: name },
    fix: 'the weights are damaged, or training diverged; take an earlier checkpoint',
  });
}

function checkShape(source: TensorSource, name: string, expected: readonly number[]): void {
  const shape = source.shape(name);
  if (shape.length === expected.length && shape.every((length, axis) => length === expected[axis])) return;
  throw UserError.of({
    expected: `shape [${expected.join(', ')}], as the model's config says`,
    got: `[${shape.join(', ')}]`,
    where: { file: source.path, key: name },
    fix: 'the config and the weights are of different models; take both from the same place',
  });
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
  plain(`${prefix}post_attention_layernorm.weight`, layer.postNorm);
  turned(`${prefix}mlp.gate_proj.weight`, layer.gate);
  turned(`${prefix}mlp.up_proj.weight`, layer.up);
  turned(`${prefix}mlp.down_proj.weight`, layer.down);
}
