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
  const places = new Int32Array(labels.length * 2);
  labels.forEach((label, row) => places.set([row, label], row * 2));
  const loss = tf.customGrad((...inputs) => {
    const [x, save] = inputs as unknown as [Tensor2D, (tensors: Tensor[]) => void];
    const index = tf.tensor2d(places, [labels.length, 2], 'int32');
    const weight = tf.tensor1d(weights);
    const largest = tf.max(x, 1, true);
    const exponential = tf.exp(tf.sub(x, largest)) as Tensor2D;
    const total = tf.sum(exponential, 1, true) as Tensor2D;
    const normaliser = tf.squeeze(tf.add(largest, tf.log(total)), [1]);
    const nats = tf.sub(normaliser, tf.gatherND(x, index));
    save([exponential, total, index, weight]);
    return { value: tf.sum(tf.mul(nats, weight)), gradFunc: (dy: Tensor, saved: Tensor[]) => tf.tidy(() => crossEntropyGradient(dy, saved)) };
  });
  return loss(logits) as Scalar;
}

/** With w times dy for w: w · (exponential / total − 1 at the label). */
function crossEntropyGradient(dy: Tensor, saved: readonly Tensor[]): Tensor {
  const [exponential, total, index, weight] = saved as [Tensor2D, Tensor2D, Tensor2D, Tensor1D];
  const scaled = tf.mul(weight, dy);
  const probability = tf.mul(exponential, tf.div(tf.expandDims(scaled, 1), total));
  return tf.sub(probability, tf.scatterND(index, scaled, exponential.shape));
}
