/**
 * Next-token cross-entropy through a frozen head. Logits are as wide as the vocabulary: they are made for a few rows
 * at a time, and the gradient of these rows with them, so that all of them never stand in memory together.
 */
import { tf, type Scalar, type Tensor, type Tensor2D } from '../backend/tf.ts';

/** Logits that are made at once: 32 MB. */
export const SLICE_LOGITS = 2 ** 23;

export interface HeadLossInput {
  /** Frozen output rows, [V, D]. */
  readonly head: Tensor2D;
  /** The trained output row of one more token, whose id is V, [1, D]; null for none. */
  readonly extra: Tensor2D | null;
  /** N token ids. */
  readonly labels: Int32Array;
  /** N weights. */
  readonly weights: Float32Array;
}

/**
 * Σ_n w_n · (logΣexp(logits_n) − logits_n[label_n]), in nats, with logits_n = h_n · [head | extra]ᵀ.
 *
 * @param hidden h, [N, D]
 * @param sliceLogits logits that are made at once, at the least those of one row
 */
export function headLoss(hidden: Tensor2D, input: HeadLossInput, sliceLogits = SLICE_LOGITS): Scalar {
  const { extra } = input;
  const loss = tf.customGrad((...inputs) => {
    const save = inputs.at(-1) as unknown as (tensors: Tensor[]) => void;
    const value = tf.tidy(() => {
      const rows = Math.max(1, Math.floor(sliceLogits / input.head.shape[0]));
      const slices = sliceStarts(hidden.shape[0], rows).map(([start, size]) => sliceLoss(hidden, input, start, size));
      const dHidden = tf.concat2d(slices.map((slice) => slice.dHidden), 0);
      save(extra === null ? [dHidden] : [dHidden, tf.addN(slices.map((slice) => slice.dExtra as Tensor2D))]);
      return tf.addN(slices.map((slice) => slice.loss));
    });
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => saved.map((gradient) => tf.mul(gradient, dy)) };
  });
  return loss(...(extra === null ? [hidden] : [hidden, extra])) as Scalar;
}

/** First row and number of rows of each slice. */
function sliceStarts(rows: number, size: number): [number, number][] {
  return Array.from({ length: Math.ceil(rows / size) }, (_, slice) => [slice * size, Math.min(size, rows - slice * size)]);
}

interface SliceLoss {
  readonly loss: Scalar;
  /** [n, D] */
  readonly dHidden: Tensor2D;
  /** [1, D] */
  readonly dExtra: Tensor2D | null;
}

function sliceLoss(hidden: Tensor2D, { head, extra, labels, weights }: HeadLossInput, start: number, size: number): SliceLoss {
  return tf.tidy(() => {
    const rows = tf.slice2d(hidden, [start, 0], [size, -1]);
    const weight = tf.tensor2d(weights.subarray(start, start + size), [size, 1]);
    const slice = { rows, weight, labels: labels.subarray(start, start + size) };
    return (extra === null ? plainSlice(slice, head) : extendedSlice(slice, head, extra)) as unknown as tf.TensorContainer;
  }) as unknown as SliceLoss;
}

interface Slice {
  /** [n, D] */
  readonly rows: Tensor2D;
  /** [n, 1] */
  readonly weight: Tensor2D;
  readonly labels: Int32Array;
}

/** e = exp(logits − m) and its sum. */
interface Exponentials {
  /** [n, V] */
  readonly e: Tensor2D;
  /** m, [n, 1] */
  readonly largest: Tensor2D;
  /** [n, 1] */
  readonly sum: Tensor2D;
}

/** @param floor m is at least this; null for none */
function exponentials(logits: Tensor2D, floor: Tensor2D | null): Exponentials {
  const own = tf.max(logits, 1, true) as Tensor2D;
  const largest = floor === null ? own : (tf.maximum(own, floor) as Tensor2D);
  const e = tf.tidy(() => tf.exp(tf.sub(logits, largest)) as Tensor2D);
  return { e, largest, sum: tf.sum(e, 1, true) as Tensor2D };
}

/** dlogits = w · (e / z − 1 at the label), so dh = w · (e · head / z − the label's row). */
function plainSlice({ rows, weight, labels }: Slice, head: Tensor2D): SliceLoss {
  const { e, largest, sum } = exponentials(tf.matMul(rows, head, false, true), null);
  const labelled = tf.gather(head, tf.tensor1d(labels, 'int32')) as Tensor2D;
  const expected = tf.div(tf.matMul(e, head), sum);
  return { loss: lossOf({ rows, weight, labelled, largest, total: sum }), dHidden: tf.mul(weight, tf.sub(expected, labelled)) as Tensor2D, dExtra: null };
}

/** The same with the extra token's exponential beside those of the head. */
function extendedSlice({ rows, weight, labels }: Slice, head: Tensor2D, extra: Tensor2D): SliceLoss {
  const extraId = head.shape[0];
  const extraLogit: Tensor2D = tf.matMul(rows, extra, false, true);
  const { e, largest, sum } = exponentials(tf.matMul(rows, head, false, true), extraLogit);
  const extraE = tf.exp(tf.sub(extraLogit, largest));
  const total = tf.add(sum, extraE) as Tensor2D;
  const isExtra = tf.tensor2d(Float32Array.from(labels, (id) => (id === extraId ? 1 : 0)), [labels.length, 1]);
  const known = tf.gather(head, tf.tensor1d(labels.map((id) => (id === extraId ? 0 : id)), 'int32'));
  const labelled = tf.add(tf.mul(known, tf.sub(1, isExtra)), tf.mul(extra, isExtra)) as Tensor2D;
  const expected = tf.div(tf.add(tf.matMul(e, head), tf.mul(extraE, extra)), total);
  const dExtraLogit = tf.mul(weight, tf.sub(tf.div(extraE, total), isExtra)) as Tensor2D;
  return {
    loss: lossOf({ rows, weight, labelled, largest, total }),
    dHidden: tf.mul(weight, tf.sub(expected, labelled)) as Tensor2D,
    dExtra: tf.matMul(dExtraLogit, rows, true, false),
  };
}

interface LossParts {
  readonly rows: Tensor2D;
  readonly weight: Tensor2D;
  /** Output rows of the labels, [n, D]. */
  readonly labelled: Tensor2D;
  readonly largest: Tensor2D;
  /** z, [n, 1] */
  readonly total: Tensor2D;
}

/** Σ w · (m + log z − the label's logit) */
function lossOf({ rows, weight, labelled, largest, total }: LossParts): Scalar {
  const labelLogit = tf.sum(tf.mul(rows, labelled), 1, true);
  return tf.sum(tf.mul(weight, tf.sub(tf.add(largest, tf.log(total)), labelLogit)));
}
