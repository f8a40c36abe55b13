/**
 * Stage 1: the language-model loss alone, every layer attending to one pool of
 * rules (Eq. 1–2). The pool is shared by the batch; a curriculum decides which of
 * its rules a question sees.
 */
import { tf, type Scalar, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { embedTokens, type LanguageModel } from '../lm/forward.ts';
import { runFrozenLayers } from '../lm/frozen-layers.ts';
import { headLoss } from '../lm/head-loss.ts';
import { causalBias } from '../lm/masks.ts';
import { range, ropeAngles } from '../lm/rope.ts';
import type { TensorRecord } from '../tensors/named.ts';
import type { KeyNorm } from '../config/dynarule.ts';
import { layerAdapters } from './adapters.ts';
import { poolMemory, poolRows } from './pool-memory.ts';
import type { StepBatch } from './step-batch.ts';

export interface Stage1Input {
  readonly model: LanguageModel;
  readonly keyNorm: KeyNorm;
  readonly batch: StepBatch;
  /** Embeddings of the pool, [R, P]. */
  readonly embeddings: Tensor2D;
  /** 0 where a question sees a rule, masked where it does not, [B, 1, R]. */
  readonly bias: Tensor3D;
  /** Sees each layer's attention over the rules, [B, H, S, R]. */
  readonly observe?: (layer: number, weights: Tensor4D) => void;
}

/** The loss as a function of the adapters. The `<search>` embedding takes no part. */
export function stage1Loss(parameters: TensorRecord, input: Stage1Input): Scalar {
  const { model, batch, keyNorm, embeddings, bias } = input;
  const ids = tf.tensor2d(batch.ids, [batch.rows, batch.length], 'int32');
  const hidden = runFrozenLayers(model, {
    embeddings: embedTokens(model, ids),
    angles: ropeAngles([range(batch.length)], model.config),
    bias: causalBias(batch.length),
    memory: (layer, x) => {
      const adapters = layerAdapters(parameters, layer);
      return poolMemory(adapters, x, poolRows(adapters, embeddings, keyNorm, model.config.heads), bias);
    },
    positions: batch.positions,
    ...(input.observe === undefined ? {} : { observe: input.observe }),
  });
  const head = model.weights.head ?? model.weights.embedding;
  return headLoss(hidden, { head, extra: null, labels: batch.labels, weights: batch.labelWeights });
}
