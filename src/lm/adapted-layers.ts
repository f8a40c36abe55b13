/**
 * The decoder's layers where their low-rank adapters are trained and nothing else of them: it computes what
 * `runLayers` does, and keeps one tensor a layer for the gradient, which makes the others again.
 */
import { recomputed } from '../backend/recomputed.ts';
import { tf, type Tensor, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import { attentionAngles } from './attention.ts';
import type { LmConfig } from './config.ts';
import { runLayer, type LanguageModel, type LayerInput } from './forward.ts';
import type { LayerLora, LoraPair } from './lora.ts';
import { causalBias } from './masks.ts';
import { rmsNorm } from './norm.ts';
import { range, ropeAngles } from './rope.ts';
import { flatRows } from './rows.ts';

/** Sees each layer's normalised input, [B, S, D], which is made where it is asked for. */
export type LayerWatch = (layer: number, x: () => Tensor3D) => void;

/** A model with adapters of its weights, one entry a layer. */
export type AdaptedModel = LanguageModel & { readonly lora: readonly LayerLora[] };

export function isAdapted(model: LanguageModel): model is AdaptedModel {
  return model.lora !== undefined;
}

/**
 * States of whole texts after the final norm, [B·S, D].
 *
 * @param embeddings of their tokens from the first on, [B, S, D]
 */
export function runAdaptedLayers(model: AdaptedModel, embeddings: Tensor3D, watch?: LayerWatch): Tensor2D {
  const { config, weights } = model;
  let hidden = flatRows(embeddings);
  weights.layers.forEach((layer, index) => {
    const before = hidden;
    watch?.(index, () => tf.reshape(rmsNorm(before, layer.inputNorm, config.rmsNormEps), embeddings.shape));
    const pairs = Object.entries(model.lora[index] ?? {});
    const again = ([x, ...adapters]: readonly Tensor[]): Tensor2D => {
      const adapted = { config, weights: layer, lora: withTensors(pairs, adapters) };
      return runLayer(adapted, textInput(config, embeddings.shape), index, x as Tensor2D).after;
    };
    hidden = recomputed(again, [before, ...pairs.flatMap(([, { down, up }]) => [down, up])]);
  });
  return rmsNorm(hidden, weights.finalNorm, config.rmsNormEps);
}

/** Made in every layer anew, for the gradient of a layer needs it when that of the texts is over. */
function textInput(config: LmConfig, shape: Tensor3D['shape']): LayerInput {
  const length = shape[1];
  return { shape, angles: attentionAngles(ropeAngles([range(length)], config), config.headDim), bias: causalBias(length) };
}

function withTensors(pairs: readonly [string, LoraPair][], adapters: readonly Tensor[]): LayerLora {
  const entries = pairs.map(([target, pair], index) => [target, { ...pair, down: adapters[2 * index], up: adapters[2 * index + 1] }]);
  return Object.fromEntries(entries) as LayerLora;
}
