/** Low-rank adapters written into the weights they belong to, so that what knows nothing of them can use the model. */
import { tf, type Tensor2D } from '../backend/tf.ts';
import { LORA_TARGETS } from '../config/lora.ts';
import type { LayerLora } from './lora.ts';
import type { LmLayer, LmWeights } from './weights.ts';

/**
 * W + s·A·B where there is an adapter. The matrices that change are freed, all others are those of the argument.
 *
 * @param layers one entry a layer
 */
export function mergeLora(weights: LmWeights, layers: readonly LayerLora[]): LmWeights {
  return { ...weights, layers: weights.layers.map((layer, index) => mergedLayer(layer, layers[index] ?? {})) };
}

function mergedLayer(layer: LmLayer, adapters: LayerLora): LmLayer {
  const changed = LORA_TARGETS.flatMap((target): [string, Tensor2D][] => {
    const pair = adapters[target];
    if (pair === undefined) return [];
    const { down, up, scale } = pair;
    const merged = tf.tidy(() => tf.add(layer[target], tf.mul(tf.matMul(down, up), scale)) as Tensor2D);
    layer[target].dispose();
    return [[target, merged]];
  });
  return { ...layer, ...Object.fromEntries(changed) };
}
