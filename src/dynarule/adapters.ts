/**
 * What DynaRule trains: for every layer the linear maps W̃Q, W̃K, W̃V (Eq. 1), and
 * the embedding of `<search>`. Everything else of the model stays as it is.
 *
 * D hidden size, A = heads · head dimension, P width of a rule embedding.
 */
import { tf, type Tensor, type Tensor1D, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { KeyNorm } from '../config/dynarule.ts';
import type { LanguageModel } from '../lm/forward.ts';
import { project } from '../lm/project.ts';
import { randomStream } from '../random.ts';
import { normal } from '../tensors/normal.ts';
import { tensorNamed, type TensorRecord } from '../tensors/named.ts';

/** Name of the `<search>` embedding, [1, D]. */
export const SEARCH_PARAMETER = 'search';

export interface AdapterInit {
  /** Width P of a rule embedding. */
  readonly dimensions: number;
  /** Affine maps instead of linear ones. */
  readonly bias: boolean;
  readonly keyInitStd: number;
  readonly valueInitStd: number;
  /** First value of the `<search>` embedding: a copy of this token's row. */
  readonly searchFromToken: number;
  readonly seed: string;
}

/**
 * First values: W̃Q copies W_Q, W̃K and W̃V are normal, biases zero, `<search>` a copy
 * of another token's embedding.
 */
export function initialAdapters(model: LanguageModel, init: AdapterInit): TensorRecord {
  const { heads, headDim } = model.config;
  const width = heads * headDim;
  const random = randomStream(`${init.seed}|adapters`);
  const entries: [string, Tensor][] = [];
  model.weights.layers.forEach((layer, index) => {
    entries.push([adapterName(index, 'query'), tf.clone(layer.query)]);
    entries.push([adapterName(index, 'key'), normal([init.dimensions, width], init.keyInitStd, random)]);
    entries.push([adapterName(index, 'value'), normal([init.dimensions, width], init.valueInitStd, random)]);
    if (!init.bias) return;
    entries.push([adapterName(index, 'queryBias'), layer.queryBias === null ? tf.zeros([width]) : tf.clone(layer.queryBias)]);
    entries.push([adapterName(index, 'keyBias'), tf.zeros([width])], [adapterName(index, 'valueBias'), tf.zeros([width])]);
  });
  entries.push([SEARCH_PARAMETER, tf.slice2d(model.weights.embedding, [init.searchFromToken, 0], [1, -1])]);
  return Object.fromEntries(entries);
}

type AdapterPart = 'query' | 'key' | 'value' | 'queryBias' | 'keyBias' | 'valueBias';

/** Name of a layer's adapter; layers count from 0. */
export function adapterName(layer: number, part: AdapterPart): string {
  return `layers.${layer}.${part}`;
}

/** Layer of an adapter's name, from 0. */
export function adapterLayer(name: string): number {
  return Number(name.split('.')[1]);
}

/** What makes keys of rules. */
export type KeyAdapters = Pick<ChoosingAdapters, 'key' | 'keyBias'>;

/** What relevance is made of, all that a layer needs which chooses rules and does not read them. Biases are null where the adapters are linear. */
export interface ChoosingAdapters {
  /** [D, A] */
  readonly query: Tensor2D;
  /** [P, A] */
  readonly key: Tensor2D;
  readonly queryBias: Tensor1D | null;
  readonly keyBias: Tensor1D | null;
}

/** One layer's adapters. */
export interface LayerAdapters extends ChoosingAdapters {
  /** [P, A] */
  readonly value: Tensor2D;
  readonly valueBias: Tensor1D | null;
}

/** Names of the adapters whose relevance chooses rules at a layer, biases among them. */
export function choosingNames(layer: number): string[] {
  return (['query', 'key', 'queryBias', 'keyBias'] as const).map((part) => adapterName(layer, part));
}

export function choosingAdapters(parameters: TensorRecord, layer: number): ChoosingAdapters {
  return {
    query: matrixOf(parameters, layer, 'query'),
    key: matrixOf(parameters, layer, 'key'),
    queryBias: vectorOf(parameters, layer, 'queryBias'),
    keyBias: vectorOf(parameters, layer, 'keyBias'),
  };
}

export function layerAdapters(parameters: TensorRecord, layer: number): LayerAdapters {
  return {
    ...choosingAdapters(parameters, layer),
    value: matrixOf(parameters, layer, 'value'),
    valueBias: vectorOf(parameters, layer, 'valueBias'),
  };
}

function matrixOf(parameters: TensorRecord, layer: number, part: AdapterPart): Tensor2D {
  return tensorNamed(parameters, adapterName(layer, part)) as Tensor2D;
}

function vectorOf(parameters: TensorRecord, layer: number, part: AdapterPart): Tensor1D | null {
  return (parameters[adapterName(layer, part)] as Tensor1D | undefined) ?? null;
}

/** Rule queries q̃ of token states x [B, S, D] → [B, S, A]. */
export function ruleQueries(adapters: ChoosingAdapters, x: Tensor3D): Tensor3D {
  return project(x, adapters.query, adapters.queryBias);
}

const KEY_NORM_EPSILON = 1e-5;

/** Rule keys k̃ of embeddings [B, R, P] → [B, R, A]. */
export function ruleKeys(adapters: KeyAdapters, embeddings: Tensor3D, norm: KeyNorm): Tensor3D {
  const keys = projectEmbeddings(embeddings, adapters.key, adapters.keyBias);
  return norm === 'none' ? keys : layerNorm(keys);
}

function layerNorm(x: Tensor3D): Tensor3D {
  const centred = tf.sub(x, tf.mean(x, -1, true));
  const variance = tf.mean(tf.square(centred), -1, true);
  return tf.mul(centred, tf.rsqrt(tf.add(variance, KEY_NORM_EPSILON))) as Tensor3D;
}

/** Rule values ṽ of embeddings [B, R, P] → [B, R, A]. */
export function ruleValues(adapters: LayerAdapters, embeddings: Tensor3D): Tensor3D {
  return projectEmbeddings(embeddings, adapters.value, adapters.valueBias);
}

/**
 * Embeddings have length 1 and meet the adapters scaled by √A. Unscaled, the gradients
 * of stage 1 are so small that it never begins to read; at unit variance, √P, one Adam
 * step moves a key P-fold and training is noise at the rate that the other adapters
 * want. With √A a step moves keys and queries about equally (docs/log.md).
 *
 * @param weight a key or value adapter, [P, A]
 */
export function embeddingScale(weight: Tensor2D): number {
  return Math.sqrt(weight.shape[1]);
}

function projectEmbeddings(embeddings: Tensor3D, weight: Tensor2D, bias: Tensor1D | null): Tensor3D {
  const projected = tf.mul(project(embeddings, weight, null), embeddingScale(weight));
  return (bias === null ? projected : tf.add(projected, bias)) as Tensor3D;
}
