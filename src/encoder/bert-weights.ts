/**
 * The weights of a BERT encoder as plain tensors, read under their Hugging Face
 * names. Matrices are input-major, [in, out]; the file holds [out, in].
 *
 * V vocabulary, T positions, D hidden size, F feed-forward size.
 */
import { tf, type Tensor1D, type Tensor2D } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
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

/** @throws UserError where a tensor is missing or its shape is not what the config says */
export function readBertWeights(source: TensorSource, config: BertConfig): BertWeights {
  const { vocabSize: V, maxPositions: T, hiddenSize: D } = config;
  const read = reader(source);
  return {
    words: read.matrix('embeddings.word_embeddings.weight', V, D),
    positions: tf.tidy(() => {
      const types = read.matrix('embeddings.token_type_embeddings.weight', 2, D);
      return tf.add(read.matrix('embeddings.position_embeddings.weight', T, D), tf.slice2d(types, [0, 0], [1, D])) as Tensor2D;
    }),
    embeddingNorm: read.norm('embeddings.LayerNorm', D),
    layers: Array.from({ length: config.layers }, (_, layer) => readLayer(read, config, `encoder.layer.${layer}`)),
  };
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

/** Reads from a file whose names may carry the prefix of a whole `BertModel` inside another model. */
function reader(source: TensorSource): Reader {
  const prefix = source.has('bert.embeddings.word_embeddings.weight') ? 'bert.' : '';
  const values = (name: string, shape: readonly number[]): Float32Array => {
    checkShape(source, prefix + name, shape);
    return source.read(prefix + name);
  };
  const vector = (name: string, length: number): Tensor1D => tf.tensor1d(values(name, [length]), 'float32');
  const matrix = (name: string, rows: number, columns: number): Tensor2D =>
    tf.tensor2d(values(name, [rows, columns]), [rows, columns], 'float32');
  return {
    matrix,
    affine: (name, input, output) => ({
      weight: tf.tidy(() => tf.transpose(matrix(`${name}.weight`, output, input))),
      bias: vector(`${name}.bias`, output),
    }),
    norm: (name, length) => ({ scale: vector(`${name}.weight`, length), shift: vector(`${name}.bias`, length) }),
  };
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
