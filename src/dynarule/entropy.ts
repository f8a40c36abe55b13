/**
 * Attention entropy over rules, and the confidence layer: the layer of lowest
 * entropy (paper, Section on the confidence layer; Figures 3 and 8).
 */
import { tf, type Tensor, type Tensor4D } from '../backend/tf.ts';

/** Entropy of one layer over a question set, in nats. */
export interface LayerEntropy {
  /** From 0. */
  readonly layer: number;
  /** Mean over questions. */
  readonly mean: number;
  /** Sample standard deviation over questions. */
  readonly std: number;
}

/**
 * Entropy of each question's attention over rules, averaged over heads and the
 * tokens that count. Attention is renormalised over the rules first.
 *
 * @param weights attention over the rules, [B, H, S, R]
 * @param tokenWeights 1 for tokens that count, 0 for others, row-major [B, S]
 * @returns B entropies, in nats
 */
export function questionEntropies(weights: Tensor4D, tokenWeights: Float32Array): Float32Array {
  const [batch, , length] = weights.shape;
  return tf.tidy(() => {
    const total = tf.sum(weights, -1, true);
    const share = tf.div(weights, tf.add(total, 1e-20));
    const entropy: Tensor = tf.neg(tf.sum(tf.mul(share, tf.log(tf.add(share, 1e-20))), -1));
    const counted = tf.tensor2d(tokenWeights, [batch, length]);
    const perToken = tf.mean(entropy, 1);
    const mean = tf.div(tf.sum(tf.mul(perToken, counted), 1), tf.sum(counted, 1));
    return Float32Array.from(mean.dataSync());
  });
}

/** Mean and deviation of each layer; `entropies[l]` holds one value a question. */
export function summariseEntropies(entropies: readonly (readonly number[])[]): LayerEntropy[] {
  return entropies.map((values, layer) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { layer, mean, std: Math.sqrt(squares / Math.max(1, values.length - 1)) };
  });
}

/** The layer of lowest mean entropy, from 0; the first of equals. */
export function confidenceLayer(entropies: readonly LayerEntropy[]): number {
  const best = entropies.reduce((low, layer) => (layer.mean < low.mean ? layer : low));
  return best.layer;
}
