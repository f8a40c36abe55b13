/**
 * The decoder: embeddings → layers → final norm → logits. One function serves
 * training (a whole sequence, no past) and decoding (new tokens after a past).
 */
import { tf, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { attend, attentionAngles, type AttentionAngles, type AttentionMemory } from './attention.ts';
import type { LmConfig } from './config.ts';
import { feedForward } from './feed-forward.ts';
import type { KvPast, KvSegment } from './kv-segment.ts';
import type { LayerLora } from './lora.ts';
import { rmsNorm } from './norm.ts';
import type { RopeAngles } from './rope.ts';
import { flatRows } from './rows.ts';
import type { LmLayer, LmWeights } from './weights.ts';

/** A decoder as data: its configuration and its weights. */
export interface LanguageModel {
  readonly config: LmConfig;
  readonly weights: LmWeights;
  /** Adapters of the weights, one entry a layer. */
  readonly lora?: readonly LayerLora[];
}

/**
 * Gives a layer its memory, or null where it has none.
 *
 * @param layer from 0
 * @param x the layer's normalised input, [B, S, D]
 */
export type MemoryProvider = (layer: number, x: Tensor3D) => AttentionMemory | null;

export interface LayersInput {
  /** Token embeddings, [B, S, D]. */
  readonly embeddings: Tensor3D;
  readonly angles: RopeAngles;
  /** Bias over [past | new], [B or 1, 1, S or 1, T]; null where every token may see all of it. */
  readonly bias: Tensor4D | null;
  /** Earlier tokens, one entry a layer; absent when there are none. */
  readonly past?: readonly KvPast[] | undefined;
  readonly memory?: MemoryProvider;
  /** Sees each layer's attention over its memory, [B, H, S, R]. */
  readonly observe?: (layer: number, memoryWeights: Tensor4D) => void;
  /** Frees what a layer made as soon as it is through, for long texts; not with a memory or observer that keeps tensors. */
  readonly frees?: boolean;
}

export interface LayersOutput {
  /** After the final norm, [B, S, D]. */
  readonly hidden: Tensor3D;
  /** Keys and values of the new tokens behind those of the past's tail, one a layer. */
  readonly segments: readonly KvSegment[];
}

/** Runs all layers over new tokens. */
export function runLayers(model: LanguageModel, input: LayersInput): LayersOutput {
  const { config, weights } = model;
  const { shape } = input.embeddings;
  const angles = attentionAngles(input.angles, config.headDim);
  let hidden = flatRows(input.embeddings);
  const segments: KvSegment[] = [];
  for (let index = 0; index < weights.layers.length; index += 1) {
    const before = hidden;
    const layer: DecoderLayer = { config, weights: weights.layers[index]!, lora: model.lora?.[index] ?? {} };
    const run = (): LayerOutput => runLayer(layer, { ...input, angles, shape }, index, before);
    const { after, segment } = input.frees === true ? (tf.tidy(run as unknown as () => tf.TensorContainer) as unknown as LayerOutput) : run();
    hidden = after;
    segments.push(segment);
  }
  return { hidden: tf.reshape(rmsNorm(hidden, weights.finalNorm, config.rmsNormEps), shape), segments };
}

/** A layer as data. */
export interface DecoderLayer {
  readonly config: LmConfig;
  readonly weights: LmLayer;
  readonly lora: LayerLora;
}

/** What all layers are given; between them, the tokens of the batch are rows. */
export interface LayerInput extends Omit<LayersInput, 'angles' | 'embeddings'> {
  readonly angles: AttentionAngles;
  /** [B, S, D] */
  readonly shape: Tensor3D['shape'];
}

export interface LayerOutput {
  /** [B·S, D] */
  readonly after: Tensor2D;
  readonly segment: KvSegment;
}

/** Runs one layer over rows [B·S, D]. */
export function runLayer({ config, weights, lora }: DecoderLayer, input: LayerInput, index: number, hidden: Tensor2D): LayerOutput {
  const x = rmsNorm(hidden, weights.inputNorm, config.rmsNormEps);
  const memory = input.memory?.(index, tf.reshape(x, input.shape)) ?? null;
  const past = input.past?.[index] ?? null;
  const attended = attend(weights, config, { x, batch: input.shape[0], angles: input.angles, past, bias: input.bias, memory, lora });
  if (input.observe !== undefined && attended.memoryWeights !== null) input.observe(index, attended.memoryWeights());
  const middle = tf.add(hidden, attended.output) as Tensor2D;
  const moved = feedForward(weights, rmsNorm(middle, weights.postNorm, config.rmsNormEps), lora);
  return { after: tf.add(middle, moved) as Tensor2D, segment: attended.segment };
}

/** Embeddings of token ids [B, S] → [B, S, D]. */
export function embedTokens(model: LanguageModel, ids: Tensor2D): Tensor3D {
  return tf.gather(model.weights.embedding, ids) as unknown as Tensor3D;
}

/** Logits over the vocabulary of hidden rows [N, D] → [N, V]. */
export function logitsOf(model: LanguageModel, hidden: Tensor2D): Tensor2D {
  return tf.matMul(hidden, model.weights.head ?? model.weights.embedding, false, true);
}
