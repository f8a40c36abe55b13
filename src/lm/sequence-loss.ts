/** Language-model loss of a packed batch through a decoder without memory. */
import { tf, type Scalar, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import { isAdapted, runAdaptedLayers, type LayerWatch } from './adapted-layers.ts';
import { weightedCrossEntropy } from './cross-entropy.ts';
import { logitsOf, runLayers, type LanguageModel } from './forward.ts';
import { causalBias } from './masks.ts';
import { range, ropeAngles } from './rope.ts';
import { flatRows, pickRows } from './rows.ts';
import type { PackedBatch } from './pack.ts';

/**
 * Weighted mean of the next-token cross-entropy, in nats. Logits are computed at labelled positions alone.
 *
 * @param watch sees each layer's normalised input
 */
export function sequenceLoss(model: LanguageModel, batch: PackedBatch, watch?: LayerWatch): Scalar {
  const shape: [number, number, number] = [batch.rows, batch.length, model.config.hiddenSize];
  const embeddings = tf.reshape(pickRows(model.weights.embedding, batch.ids), shape) as Tensor3D;
  const hidden = isAdapted(model) ? runAdaptedLayers(model, embeddings, watch) : runAllLayers(model, embeddings, watch);
  const logits = logitsOf(model, pickRows(hidden, batch.positions));
  return weightedCrossEntropy(logits, batch.labels, batch.labelWeights);
}

function runAllLayers(model: LanguageModel, embeddings: Tensor3D, watch: LayerWatch | undefined): Tensor2D {
  const length = embeddings.shape[1];
  const { hidden } = runLayers(model, {
    embeddings,
    angles: ropeAngles([range(length)], model.config),
    bias: causalBias(length),
    memory: (layer, x) => {
      watch?.(layer, () => x);
      return null;
    },
  });
  return flatRows(hidden);
}
