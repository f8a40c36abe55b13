/**
 * The weights of a BERT or XLM-RoBERTa encoder as plain tensors, read under their Hugging Face
 * names. Matrices are input-major, [in, out]; the file holds [out, in].
 *
 * V vocabulary, T positions, D hidden size, F feed-forward size.
 */
import { tf, type Tensor1D, type Tensor2D } from '../backend/tf.ts';
import { checkedReader } from '../lm/checked-reader.ts';
import type { TensorSource } from '../lm/tensor-source.ts';
import type { BertConfig } from './bert-config.ts';

/** x · weight + bias */
export interface Affine {
  /** [in, out] */
  readonly weight: Tensor2D;
  /** [out] */
  readonly bias: Tensor1D;
}

/** Scale and shift of a LayerNorm, [D] each. */
export interface LayerNormWeights {
  readonly scale: Tensor1D;
  readonly shift: Tensor1D;
}

export interface BertLayer {
  readonly query: Affine;
  readonly key: Affine;
  readonly value: Affine;
  readonly output: Affine;
  readonly attentionNorm: LayerNormWeights;
  /** [D, F] */
  readonly up: Affine;
  /** [F, D] */
  readonly down: Affine;
  readonly outputNorm: LayerNormWeights;
}

export interface BertWeights {
  /** [V, D] */
  readonly words: Tensor2D;
  /** [T, D]: position embeddings, with the embedding of token type 0 (the only one used) added. */
  readonly positions: Tensor2D;
  readonly embeddingNorm: LayerNormWeights;
  readonly layers: readonly BertLayer[];
}

/** Beside the encoder: a pooler and heads that sentence vectors do not use, and positions 0, 1, … as a tensor. */
const UNUSED = /(^|\.)(pooler|cls|lm_head)\.|(^|\.)embeddings\.position_ids$/;

/**
 * Where it fails, nothing stays allocated.
 * @throws UserError where a tensor is missing, its shape is not what the config says, a value is not finite,
 *   or the file holds a tensor of another architecture
 */
export function readBertWeights(source: TensorSource, config: BertConfig): BertWeights {
  return tf.tidy(() => readAll(source, config) as unknown as tf.TensorContainer) as unknown as BertWeights;
}

function readAll(source: TensorSource, config: BertConfig): BertWeights {
  const { vocabSize: V, hiddenSize: D, firstPosition, tokenTypes } = config;
  const T = config.maxPositions + firstPosition;
  const { read, refuseUnread } = reader(source);
  const weights = {
    words: read.matrix('embeddings.word_embeddings.weight', V, D),
    positions: tf.tidy(() => {
      const types = read.matrix('embeddings.token_type_embeddings.weight', tokenTypes, D);
      return tf.add(read.matrix('embeddings.position_embeddings.weight', T, D), tf.slice2d(types, [0, 0], [1, D])) as Tensor2D;
    }),
    embeddingNorm: read.norm('embeddings.LayerNorm', D),
    layers: Array.from({ length: config.layers }, (_, layer) => readLayer(read, config, `encoder.layer.${layer}`)),
  };
  refuseUnread((name) => UNUSED.test(name));
  return weights;
}

function readLayer(read: Reader, config: BertConfig, prefix: string): BertLayer {
  const { hiddenSize: D, feedForwardSize: F } = config;
  return {
    query: read.affine(`${prefix}.attention.self.query`, D, D),
    key: read.affine(`${prefix}.attention.self.key`, D, D),
    value: read.affine(`${prefix}.attention.self.value`, D, D),
    output: read.affine(`${prefix}.attention.output.dense`, D, D),
    attentionNorm: read.norm(`${prefix}.attention.output.LayerNorm`, D),
    up: read.affine(`${prefix}.intermediate.dense`, D, F),
    down: read.affine(`${prefix}.output.dense`, F, D),
    outputNorm: read.norm(`${prefix}.output.LayerNorm`, D),
  };
}

interface Reader {
  matrix(name: string, rows: number, columns: number): Tensor2D;
  affine(name: string, input: number, output: number): Affine;
  norm(name: string, length: number): LayerNormWeights;
}

/** Reads from a file whose names may carry the prefix of a whole encoder inside another model. */
function reader(source: TensorSource): { read: Reader; refuseUnread: (harmless: (name: string) => boolean) => void } {
  const prefix = ['bert.', 'roberta.'].find((own) => source.has(`${own}embeddings.word_embeddings.weight`)) ?? '';
  const { vector, matrix, transposed, refuseUnread } = checkedReader(source);
  const read: Reader = {
    matrix: (name, rows, columns) => matrix(prefix + name, rows, columns),
    affine: (name, input, output) => ({
      weight: transposed(`${prefix}${name}.weight`, input, output),
      bias: vector(`${prefix}${name}.bias`, output),
    }),
    norm: (name, length) => ({ scale: vector(`${prefix}${name}.weight`, length), shift: vector(`${prefix}${name}.bias`, length) }),
  };
  return { read, refuseUnread };
}
