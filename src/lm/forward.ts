/**
 * The decoder: embeddings → layers → final norm → logits. One function serves
 * training (a whole sequence, no past) and decoding (new tokens after a past).
 */
import { tf, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { attend, type AttentionMemory, type KvSegment } from './attention.ts';
import type { LmConfig } from './config.ts';
import { feedForward } from './feed-forward.ts';
import type { LayerLora } from './lora.ts';
import { rmsNorm } from './norm.ts';
import type { RopeAngles } from './rope.ts';
import type { LmWeights } from './weights.ts';

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
  /** Bias over [past | new], [B or 1, 1, S or 1, T]. */
  readonly bias: Tensor4D;
  /** Segments of earlier tokens, one list a layer; absent when there is no past. */
  readonly past?: readonly (readonly KvSegment[])[];
  readonly memory?: MemoryProvider;
  /** Sees each layer's attention over its memory, [B, H, S, R]. */
  readonly observe?: (layer: number, memoryWeights: Tensor4D) => void;
  /** Frees what a layer made as soon as it is through, for long texts; not with a memory or observer that keeps tensors. */
  readonly frees?: boolean;
}

export interface LayersOutput {
  /** After the final norm, [B, S, D]. */
  readonly hidden: Tensor3D;
  /** Keys and values of the new tokens, one a layer. */
  readonly segments: readonly KvSegment[];
}

/** Runs all layers over new tokens. */
export function runLayers(model: LanguageModel, input: LayersInput): LayersOutput {
  const { config, weights } = model;
  let hidden = input.embeddings;
  const segments: KvSegment[] = [];
  for (let index = 0; index < weights.layers.length; index += 1) {
    const before = hidden;
    const run = (): LayerOutput => runLayer(model, input, index, before);
    const { after, segment } = input.frees === true ? (tf.tidy(run as unknown as () => tf.TensorContainer) as unknown as LayerOutput) : run();
    hidden = after;
    segments.push(segment);
  }
  return { hidden: rmsNorm(hidden, weights.finalNorm, config.rmsNormEps), segments };
}

interface LayerOutput {
  /** [B, S, D] */
  readonly after: Tensor3D;
  readonly segment: KvSegment;
}

function runLayer({ config, weights, lora: adapters }: LanguageModel, input: LayersInput, index: number, hidden: Tensor3D): LayerOutput {
  const layer = weights.layers[index]!;
  const x = rmsNorm(hidden, layer.inputNorm, config.rmsNormEps);
  const memory = input.memory?.(index, x) ?? null;
  const past = input.past?.[index] ?? [];
  const lora = adapters?.[index] ?? {};
  const attended = attend(layer, config, { x, angles: input.angles, past, bias: input.bias, memory, lora });
  if (input.observe !== undefined && attended.memoryWeights !== null) input.observe(index, attended.memoryWeights());
  const middle = tf.add(hidden, attended.output) as Tensor3D;
  const moved = feedForward(layer, rmsNorm(middle, layer.postNorm, config.rmsNormEps), lora);
  return { after: tf.add(middle, moved) as Tensor3D, segment: attended.segment };
}

/** Embeddings of token ids [B, S] → [B, S, D]. */
export function embedTokens(model: LanguageModel, ids: Tensor2D): Tensor3D {
  return tf.gather(model.weights.embedding, ids) as unknown as Tensor3D;
}

/** Logits over the vocabulary of hidden rows [N, D] → [N, V]. */
export function logitsOf(model: LanguageModel, hidden: Tensor2D): Tensor2D {
  return tf.matMul(hidden, model.weights.head ?? model.weights.embedding, false, true);
}
