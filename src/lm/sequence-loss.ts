/** Language-model loss of a packed batch through a decoder without memory. */
import { tf, type Scalar, type Tensor3D } from '../backend/tf.ts';
import { weightedCrossEntropy } from './cross-entropy.ts';
import { logitsOf, runLayers, type LanguageModel } from './forward.ts';
import { causalBias } from './masks.ts';
import { range, ropeAngles } from './rope.ts';
import { flatRows, pickRows } from './rows.ts';
import type { PackedBatch } from './pack.ts';

/**
 * Weighted mean of the next-token cross-entropy, in nats. Logits are computed at labelled positions alone.
 *
 * @param watch sees each layer's normalised input, [B, S, D]
 */
export function sequenceLoss(
  model: LanguageModel,
  batch: PackedBatch,
  watch?: (layer: number, x: Tensor3D) => void,
): Scalar {
  const { hiddenSize } = model.config;
  const shape: [number, number, number] = [batch.rows, batch.length, hiddenSize];
  const embeddings = tf.reshape(pickRows(model.weights.embedding, batch.ids), shape) as Tensor3D;
  const angles = ropeAngles([range(batch.length)], model.config);
  const { hidden } = runLayers(model, {
    embeddings,
    angles,
    bias: causalBias(batch.length),
    memory: (layer, x) => {
      watch?.(layer, x);
      return null;
    },
  });
  const logits = logitsOf(model, pickRows(flatRows(hidden), batch.positions));
  return weightedCrossEntropy(logits, batch.labels, batch.labelWeights);
}
