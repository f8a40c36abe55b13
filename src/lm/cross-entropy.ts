/** Next-token cross-entropy, summed with weights. */
import { tf, type Scalar, type Tensor, type Tensor1D, type Tensor2D } from '../backend/tf.ts';

/**
 * Σ_n w_n · (logΣexp(logits_n) − logits_n[label_n]), in nats.
 *
 * @param logits [N, V]
 * @param labels N token ids
 * @param weights N weights
 */
export function weightedCrossEntropy(logits: Tensor2D, labels: Int32Array, weights: Float32Array): Scalar {
  const vocabulary = logits.shape[1];
  const loss = tf.customGrad((...inputs) => {
    const [x, save] = inputs as unknown as [Tensor2D, (tensors: Tensor[]) => void];
    const target = tf.oneHot(tf.tensor1d(labels, 'int32'), vocabulary) as Tensor2D;
    const weight = tf.tensor1d(weights);
    const normaliser = tf.logSumExp(x, 1) as Tensor1D;
    const nats = tf.sub(normaliser, tf.sum(tf.mul(x, target), 1));
    save([x, target, weight, normaliser]);
    return { value: tf.sum(tf.mul(nats, weight)), gradFunc: crossEntropyGradient };
  });
  return loss(logits) as Scalar;
}

function crossEntropyGradient(dy: Tensor, saved: Tensor[]): Tensor {
  const [x, target, weight, normaliser] = saved as [Tensor2D, Tensor2D, Tensor1D, Tensor1D];
  const probability = tf.exp(tf.sub(x, tf.expandDims(normaliser, 1)));
  return tf.mul(tf.sub(probability, target), tf.expandDims(tf.mul(weight, dy), 1));
}
