/**
 * The decoder's layers where nothing of theirs is trained: what is trained reaches them through the embeddings
 * and the memory. It computes what `runLayers` does, and keeps a third of it for the gradient (docs/bench.md).
 */
import { tf, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { memoryBlock } from './attention.ts';
import { frozenFeedForward } from './feed-forward.ts';
import type { LanguageModel, MemoryProvider } from './forward.ts';
import { frozenAttention } from './frozen-attention.ts';
import { frozenRmsNorm } from './norm.ts';
import type { RopeAngles } from './rope.ts';
import { flatRows, pickRows } from './rows.ts';

export interface FrozenLayersInput {
  /** Token embeddings, [B, S, D]. */
  readonly embeddings: Tensor3D;
  readonly angles: RopeAngles;
  /** Added to the attention's logits, [B or 1, 1, S, S]. */
  readonly bias: Tensor4D;
  readonly memory: MemoryProvider;
  /** Flat positions b·S + s whose states are wanted. */
  readonly positions: Int32Array;
  /** Sees each layer's attention over its memory, [B, H, S, R]. */
  readonly observe?: (layer: number, memoryWeights: Tensor4D) => void;
}

/** States after the final norm at the wanted positions, [N, D]. The model must have no adapters of its weights. */
export function runFrozenLayers(model: LanguageModel, input: FrozenLayersInput): Tensor2D {
  const { weights, config } = model;
  if (model.lora !== undefined) throw new Error('adapters of the weights have gradients that frozen layers do not compute');
  let hidden = input.embeddings;
  for (let index = 0; index < weights.layers.length; index += 1) hidden = runLayer(model, input, index, hidden);
  return frozenRmsNorm(pickRows(flatRows(hidden), input.positions), weights.finalNorm, config.rmsNormEps);
}

function runLayer({ config, weights }: LanguageModel, input: FrozenLayersInput, index: number, hidden: Tensor3D): Tensor3D {
  const layer = weights.layers[index]!;
  const { angles, bias, observe } = input;
  const x = frozenRmsNorm(hidden, layer.inputNorm, config.rmsNormEps);
  // What the memory is made of may outlive the layer: later layers attend to the same rules.
  const memory = input.memory(index, x);
  return tf.tidy(() => {
    const block = memory === null ? null : memoryBlock(memory, config);
    const watch = observe === undefined ? {} : { observe: (shares: Tensor4D): void => observe(index, shares) };
    const middle = frozenAttention(layer, config, { x, residual: hidden, angles, bias, memory: block, ...watch });
    return frozenFeedForward(layer, middle, config.rmsNormEps);
  });
}
