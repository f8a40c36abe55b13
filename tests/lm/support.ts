/** Logits of a whole sequence, the plain way, and adapters with something to say. */
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import type { LoraConfig } from '../../src/config/lora.ts';
import type { LmConfig } from '../../src/lm/config.ts';
import { embedTokens, logitsOf, runLayers, type LanguageModel } from '../../src/lm/forward.ts';
import { causalBias } from '../../src/lm/masks.ts';
import { ropeAngles } from '../../src/lm/rope.ts';
import type { RopeConfig } from '../../src/lm/rope-scaling.ts';
import { disposeTensors, mapTensors, type TensorRecord } from '../../src/tensors/named.ts';
import { firstLora } from '../../src/training/lora/first-lora.ts';

/** Rotary positions without scaling. */
export function plainRope(headDim: number, ropeTheta: number): RopeConfig {
  return { headDim, ropeTheta, ropeScaling: null };
}

/** [S, V] */
export function sequenceLogits(model: LanguageModel, ids: readonly number[]): Tensor2D {
  return tf.tidy(() => {
    const { hidden } = runLayers(model, {
      embeddings: embedTokens(model, tf.tensor2d([...ids], [1, ids.length], 'int32')),
      angles: ropeAngles([ids.map((_, position) => position)], model.config),
      bias: causalBias(ids.length),
    });
    return logitsOf(model, tf.reshape(hidden, [ids.length, model.config.hiddenSize]));
  });
}

/** First adapters with B drawn, too, so that each has something to say. */
export function drawnLora(config: LmConfig, lora: LoraConfig): TensorRecord {
  const first = firstLora(config, lora, 'moved');
  const moved = mapTensors(first, (tensor, name) =>
    name.endsWith('.up') ? tf.tensor(Float32Array.from({ length: tensor.size }, (_, i) => 0.2 * Math.sin(7.3 * (i + 1) + name.length)), tensor.shape) : tensor.clone(),
  );
  disposeTensors(first);
  return moved;
}
