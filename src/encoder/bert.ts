/**
 * The forward pass of a BERT or XLM-RoBERTa encoder (post-norm, absolute positions, GELU) up to
 * a sentence vector of length 1: the mean of the last layer over the text's tokens, or its first token.
 *
 * B texts, S tokens, D hidden size.
 */
import { tf, type Tensor, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { joinHeads, splitHeads } from '../lm/attention.ts';
import { project } from '../lm/project.ts';
import type { BertConfig } from './bert-config.ts';
import type { Affine, BertLayer, BertWeights, LayerNormWeights } from './bert-weights.ts';

/** Large enough to leave a padded token no weight in a 32-bit softmax. */
const PADDING_LOGIT = -1e9;

/** What stands for a text: the mean over its tokens, or its first token, [CLS]. */
export type BertPooling = 'mean' | 'cls';

/** A BERT as data. */
export interface Bert {
  readonly config: BertConfig;
  readonly weights: BertWeights;
  readonly pooling: BertPooling;
}

/** Sentence vectors [B, D] of B token lists, [CLS] and [SEP] included; shorter lists are padded and masked. */
export function bertSentenceVectors({ weights, config, pooling }: Bert, texts: readonly (readonly number[])[]): Tensor2D {
  return tf.tidy(() => {
    const length = Math.max(...texts.map((ids) => ids.length));
    const mask = maskOf(texts, length);
    let hidden = embed(weights, config, texts, length);
    const bias = tf.mul(tf.sub(1, tf.reshape(mask, [texts.length, 1, 1, length])), PADDING_LOGIT) as Tensor4D;
    for (const layer of weights.layers) hidden = transform(layer, config, hidden, bias);
    return unitRows(pooling === 'mean' ? meanOverTokens(hidden, mask) : firstToken(hidden));
  });
}

/** 1 where a text has a token, 0 where it is padded, [B, S]. */
function maskOf(texts: readonly (readonly number[])[], length: number): Tensor2D {
  const mask = new Float32Array(texts.length * length);
  texts.forEach((ids, row) => mask.fill(1, row * length, row * length + ids.length));
  return tf.tensor2d(mask, [texts.length, length]);
}

function embed(weights: BertWeights, config: BertConfig, texts: readonly (readonly number[])[], length: number): Tensor3D {
  const ids = new Int32Array(texts.length * length);
  texts.forEach((text, row) => ids.set(text, row * length));
  const words = tf.gather(weights.words, tf.tensor1d(ids, 'int32'));
  const shaped = tf.reshape(words, [texts.length, length, config.hiddenSize]);
  const positions = tf.slice2d(weights.positions, [config.firstPosition, 0], [length, config.hiddenSize]);
  return layerNorm(tf.add(shaped, positions), weights.embeddingNorm, config.layerNormEps) as Tensor3D;
}

function transform(layer: BertLayer, config: BertConfig, x: Tensor3D, bias: Tensor4D): Tensor3D {
  const attended = layerNorm(tf.add(x, attention(layer, config, x, bias)), layer.attentionNorm, config.layerNormEps) as Tensor3D;
  const fed = apply(layer.down, gelu(apply(layer.up, attended)));
  return layerNorm(tf.add(attended, fed), layer.outputNorm, config.layerNormEps) as Tensor3D;
}

/** [B, S, D] → [B, S, D]; every token sees every other one of its text. */
function attention(layer: BertLayer, config: BertConfig, x: Tensor3D, bias: Tensor4D): Tensor3D {
  const [query, key, value] = [layer.query, layer.key, layer.value].map((map) => splitHeads(apply(map, x), config.heads)) as [
    Tensor4D,
    Tensor4D,
    Tensor4D,
  ];
  const logits = tf.mul(tf.matMul(query, key, false, true), Math.sqrt(config.heads / config.hiddenSize));
  const mixed = tf.matMul(tf.softmax(tf.add(logits, bias), -1), value) as Tensor4D;
  return apply(layer.output, joinHeads(mixed));
}

function apply(map: Affine, x: Tensor3D): Tensor3D {
  return project(x, map.weight, map.bias);
}

/** x · Φ(x), with Φ the normal distribution function. */
function gelu(x: Tensor3D): Tensor3D {
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1)) as Tensor3D;
}

function layerNorm(x: Tensor, weights: LayerNormWeights, epsilon: number): Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  const normal = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, epsilon)));
  return tf.add(tf.mul(normal, weights.scale), weights.shift);
}

/** Mean of x [B, S, D] over the tokens that the mask [B, S] has. */
function meanOverTokens(x: Tensor3D, mask: Tensor2D): Tensor2D {
  const sum = tf.sum(tf.mul(x, tf.expandDims(mask, 2)), 1);
  return tf.div(sum, tf.sum(mask, 1, true)) as Tensor2D;
}

function firstToken(x: Tensor3D): Tensor2D {
  const [batch, , width] = x.shape;
  return tf.reshape(tf.slice3d(x, [0, 0, 0], [batch, 1, width]), [batch, width]) as Tensor2D;
}

/** Rows scaled to length 1. */
export function unitRows(x: Tensor2D): Tensor2D {
  return tf.div(x, tf.norm(x, 'euclidean', 1, true)) as Tensor2D;
}
