/** Logits of a whole sequence, the plain way. */
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { embedTokens, logitsOf, runLayers, type LanguageModel } from '../../src/lm/forward.ts';
import { causalBias } from '../../src/lm/masks.ts';
import { ropeAngles } from '../../src/lm/rope.ts';
import type { RopeConfig } from '../../src/lm/rope-scaling.ts';

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
