/**
 * The operations that a transformer with rule attention is made of, and their
 * gradients, on fixed inputs: the conformance suite runs each of them on every
 * backend. Inputs are small and include the awkward cases (masked rows, ties,
 * repeated indices, rank 4 and 5, transposed operands).
 */
import { tf, type Tensor } from '../../src/backend/tf.ts';

type Case = () => Tensor | Tensor[];

/** Values in (-1, 1) without structure, the same on every backend. */
function fill(shape: number[], seed = 0): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  return tf.tensor(Float32Array.from({ length: size }, (_, i) => Math.sin(12.9898 * (i + 1) + 78.233 * seed)), shape);
}

const positive = (shape: number[], seed = 0): Tensor => fill(shape, seed).abs().add(0.1);
const ids = (values: number[]): tf.Tensor1D => tf.tensor1d(values, 'int32');

/** Lower-triangular mask [1, 1, size, size]: true where a query may see a key. */
function causal(size: number): Tensor {
  const position = tf.range(0, size);
  return position.expandDims(1).greaterEqual(position.expandDims(0)).reshape([1, 1, size, size]);
}

function rmsNorm(x: Tensor, weight: Tensor): Tensor {
  return x.mul(x.square().mean(-1, true).add(1e-5).rsqrt()).mul(weight);
}

function attention(query: Tensor, key: Tensor, value: Tensor): Tensor {
  const scores = tf.matMul(query, key, false, true).mul(0.5);
  const masked = tf.where(causal(query.shape[2]!), scores, tf.fill(scores.shape, -1e9));
  return tf.matMul(tf.softmax(masked), value);
}

/** Joint softmax over rules and tokens (rectangular attention): rules are seen by every query. */
function ruleAttention(query: Tensor, key: Tensor, ruleKey: Tensor): Tensor {
  const rules = tf.matMul(query, ruleKey, false, true);
  const tokens = tf.matMul(query, key, false, true);
  return tf.softmax(tf.concat([rules, tokens], -1));
}

function rotate(x: Tensor): Tensor {
  const [left, right] = tf.split(x, 2, -1) as [Tensor, Tensor];
  const angle = fill([x.shape[2]!, left.shape[3]!], 5);
  const [cos, sin] = [angle.cos(), angle.sin()];
  return tf.concat([left.mul(cos).sub(right.mul(sin)), right.mul(cos).add(left.mul(sin))], -1);
}

/** Mean cross-entropy of `targets` over the last axis. */
function crossEntropy(logits: Tensor, targets: number[]): Tensor {
  const picked = logits.mul(tf.oneHot(ids(targets), logits.shape[1]!)).sum(-1);
  return tf.logSumExp(logits, -1).sub(picked).mean();
}

export const forward: Readonly<Record<string, Case>> = {
  'matMul 2-D': () => tf.matMul(fill([5, 7]), fill([7, 3], 1)),
  'matMul, left transposed': () => tf.matMul(fill([7, 5]), fill([7, 3], 1), true, false),
  'matMul, right transposed': () => tf.matMul(fill([5, 7]), fill([3, 7], 1), false, true),
  'matMul, both transposed': () => tf.matMul(fill([7, 5]), fill([3, 7], 1), true, true),
  'matMul in batches, rank 4': () => tf.matMul(fill([2, 3, 4, 5]), fill([2, 3, 6, 5], 1), false, true),
  'matMul, batch broadcast on the right': () => tf.matMul(fill([4, 3, 5]), fill([1, 5, 2], 1)),
  'matMul, batch broadcast on the left': () => tf.matMul(fill([1, 3, 5]), fill([4, 5, 2], 1)),
  'softmax, rank 4': () => tf.softmax(fill([2, 2, 3, 5]).mul(8)),
  'softmax with masked entries': () => tf.softmax(tf.tensor2d([[1, -1e9, 2], [-1e9, -1e9, -1e9], [1e4, 1e4, -1e9]])),
  logSoftmax: () => tf.logSoftmax(fill([3, 6]).mul(5)),
  'logSumExp, large values': () => tf.logSumExp(tf.tensor2d([[1000, 1001], [-1000, -1001]]), -1),
  'logSumExp keeping the axis': () => tf.logSumExp(fill([2, 3, 4]), -1, true),
  'rms norm': () => rmsNorm(fill([2, 3, 8]), positive([8], 1)),
  'layer norm': () => {
    const { mean, variance } = tf.moments(fill([2, 3, 8]), -1, true);
    return fill([2, 3, 8]).sub(mean).mul(variance.add(1e-5).rsqrt());
  },
  'gather rows, repeated': () => tf.gather(fill([6, 4]), ids([5, 0, 5, 2])),
  'gather rows by a matrix of ids': () => tf.gather(fill([6, 4]), tf.tensor2d([[1, 2], [3, 3]], [2, 2], 'int32')),
  'gather along axis 1': () => tf.gather(fill([2, 6, 3]), ids([4, 4, 1]), 1),
  'gather in batches': () => tf.gather(fill([2, 5, 3]), tf.tensor2d([[0, 4], [3, 3]], [2, 2], 'int32'), 1, 1),
  'gather of integers': () => tf.gather(ids([7, 8, 9]), ids([2, 0])),
  'slice, rank 4': () => tf.slice(fill([2, 3, 6, 4]), [0, 1, 2, 0], [2, 1, 3, -1]),
  'concat along the sequence': () => tf.concat([fill([2, 2, 3, 4]), fill([2, 2, 1, 4], 1)], 2),
  'concat along the features': () => tf.concat([fill([2, 3, 4]), fill([2, 3, 2], 1), fill([2, 3, 1], 2)], -1),
  split: () => tf.split(fill([2, 3, 10]), [4, 4, 2], -1),
  pad: () => tf.pad(fill([2, 3, 4]), [[0, 0], [1, 2], [0, 0]]),
  'where with broadcasting': () => tf.where(causal(4), fill([2, 3, 4, 4]), tf.scalar(-1e9)),
  'where with a full condition': () => tf.where(fill([3, 4]).greater(0), fill([3, 4], 1), tf.zeros([3, 4])),
  oneHot: () => tf.oneHot(ids([0, 3, 1]), 4),
  'topk values and places': () => {
    const { values, indices } = tf.topk(fill([3, 9]), 4);
    return [values, indices];
  },
  'topk with ties takes the first': () => {
    const { values, indices } = tf.topk(tf.tensor1d([1, 3, 3, 0, 3]), 2);
    return [values, indices];
  },
  argMax: () => tf.argMax(fill([4, 7]), -1),
  cumsum: () => tf.cumsum(fill([2, 5]), 1, true),
  'broadcasting [B, 1, T] and [1, N, T]': () => fill([2, 1, 4]).add(fill([1, 3, 4], 1)),
  'broadcasting, rank 5': () => fill([2, 1, 3, 1, 4]).mul(fill([1, 2, 1, 2, 4], 1)),
  broadcastTo: () => tf.broadcastTo(fill([1, 3, 1]), [2, 3, 4]),
  'elementwise: relu, sigmoid, tanh, erf': () => [tf.relu(fill([9])), tf.sigmoid(fill([9]).mul(9)), tf.tanh(fill([9])), tf.erf(fill([9]))],
  'silu: x · sigmoid(x)': () => fill([3, 5]).mul(fill([3, 5]).sigmoid()),
  'elementwise: exp, log, sqrt, rsqrt, pow, reciprocal': () => {
    const x = positive([7]);
    return [x.exp(), x.log(), x.sqrt(), x.rsqrt(), x.pow(1.7), x.reciprocal()];
  },
  'elementwise: softplus, log1p, abs, neg, square, clip': () => {
    const x = fill([7]);
    return [x.mul(20).softplus(), positive([7]).log1p(), x.abs(), x.neg(), x.square(), x.clipByValue(-0.5, 0.25)];
  },
  'maximum, minimum, div, floorDiv, mod': () => {
    const [a, b] = [fill([6]).mul(9), positive([6], 1)];
    return [tf.maximum(a, b), tf.minimum(a, b), a.div(b), tf.floorDiv(ids([7, -7]), ids([2, 2])), tf.mod(ids([7, 9]), ids([4, 4]))];
  },
  'comparisons and logic': () => {
    const [a, b] = [fill([8]).greaterEqual(0), fill([8], 1).less(0.2)];
    return [a.logicalAnd(b), a.logicalOr(b), a.logicalNot(), a.cast('float32'), tf.equal(ids([1, 2]), ids([1, 3])), tf.notEqual(ids([1]), ids([2]))];
  },
  'sum, mean, max, min, all, any': () => {
    const x = fill([2, 3, 4]);
    return [x.sum(), x.sum(1), x.mean([0, 2]), x.max(-1), x.min(0), x.greater(0).any(-1), x.greater(-2).all()];
  },
  'transpose heads': () => tf.transpose(fill([2, 3, 4, 5]), [0, 2, 1, 3]),
  'transpose, rank 5': () => tf.transpose(fill([2, 2, 3, 2, 4]), [0, 2, 1, 3, 4]),
  'reshape, expandDims, squeeze': () => fill([2, 6]).reshape([2, 2, 3]).expandDims(1).squeeze([1]),
  'stack and unstack': () => tf.unstack(tf.stack([fill([2, 3]), fill([2, 3], 1)], 1), 2),
  range: () => tf.range(3, 11, 2, 'int32'),
  norm: () => tf.norm(fill([3, 4])),
  'rotary embedding': () => rotate(fill([1, 2, 3, 8])),
  'causal attention': () => attention(fill([2, 2, 4, 3]), fill([2, 2, 4, 3], 1), fill([2, 2, 4, 3], 2)),
  'rule attention': () => ruleAttention(fill([2, 2, 4, 3]), fill([2, 2, 4, 3], 1), fill([1, 1, 6, 3], 2)),
  'cross-entropy': () => crossEntropy(fill([3, 5]).mul(3), [4, 0, 2]),
};

/** Gradients of a scalar in all inputs; the scalar weighs each element differently, so that none can hide. */
function gradients(inputs: Tensor[], f: (...inputs: Tensor[]) => Tensor): Tensor[] {
  return tf.grads((...xs: Tensor[]) => {
    const y = f(...xs);
    return y.mul(fill(y.shape, 9)).sum();
  })(inputs);
}

const gradientOf =
  (inputs: () => Tensor[], f: (...inputs: Tensor[]) => Tensor): Case =>
  () =>
    gradients(inputs(), f);

const one = (shape: number[], f: (x: Tensor) => Tensor): Case => gradientOf(() => [fill(shape)], f as (...inputs: Tensor[]) => Tensor);

const two = (a: number[], b: number[], f: (a: Tensor, b: Tensor) => Tensor): Case =>
  gradientOf(() => [fill(a), fill(b, 1)], f as (...inputs: Tensor[]) => Tensor);

export const backward: Readonly<Record<string, Case>> = {
  'matMul 2-D': two([5, 7], [7, 3], (a, b) => tf.matMul(a, b)),
  'matMul, left transposed': two([7, 5], [7, 3], (a, b) => tf.matMul(a, b, true, false)),
  'matMul, right transposed': two([5, 7], [3, 7], (a, b) => tf.matMul(a, b, false, true)),
  'matMul, both transposed': two([7, 5], [3, 7], (a, b) => tf.matMul(a, b, true, true)),
  'matMul in batches': two([2, 3, 4, 5], [2, 3, 6, 5], (a, b) => tf.matMul(a, b, false, true)),
  softmax: one([2, 3, 5], (x) => tf.softmax(x)),
  logSoftmax: one([3, 5], (x) => tf.logSoftmax(x)),
  logSumExp: one([3, 5], (x) => tf.logSumExp(x, -1)),
  'rms norm': two([2, 3, 8], [8], rmsNorm),
  'gather rows, repeated': one([6, 4], (x) => tf.gather(x, ids([5, 0, 5, 2]))),
  'gather along axis 1': one([2, 6, 3], (x) => tf.gather(x, ids([4, 4, 1]), 1)),
  slice: one([2, 5, 4], (x) => tf.slice(x, [0, 1, 0], [2, 3, -1])),
  split: one([2, 6], (x) => tf.concat((tf.split(x, 3, -1) as Tensor[]).reverse(), -1)),
  concat: two([2, 3, 4], [2, 1, 4], (a, b) => tf.concat([a, b], 1)),
  pad: one([2, 3], (x) => tf.pad(x, [[1, 0], [0, 2]])),
  where: two([3, 4], [3, 4], (a, b) => tf.where(fill([3, 4], 3).greater(0), a, b)),
  'where with a masked scalar': one([1, 2, 4, 4], (x) => tf.where(causal(4), x, tf.zerosLike(x))),
  'broadcast add and mul': two([2, 1, 4], [1, 3, 1], (a, b) => a.add(b).mul(b)),
  'sub and div': two([2, 3], [3], (a, b) => a.sub(b).div(b.add(3))),
  'relu, sigmoid, tanh, erf': one([9], (x) => x.relu().add(x.sigmoid()).add(x.tanh()).add(x.erf())),
  silu: one([3, 5], (x) => x.mul(x.sigmoid())),
  'exp, log, sqrt, rsqrt': one([7], (x) => x.exp().log().add(x.exp().sqrt()).add(x.exp().rsqrt())),
  'square, abs, neg, softplus, clip': one([7], (x) => x.square().add(x.abs()).sub(x.neg().softplus()).add(x.clipByValue(-0.5, 0.5))),
  'maximum and minimum': two([6], [6], (a, b) => tf.maximum(a, b).mul(tf.minimum(a, b))),
  'sum and mean over axes': one([2, 3, 4], (x) => x.sum(1).add(x.mean(1))),
  'max over an axis': one([3, 5], (x) => x.max(-1)),
  'transpose and reshape': one([2, 3, 4], (x) => x.transpose([0, 2, 1]).reshape([4, 6])),
  'stack and unstack': two([2, 3], [2, 3], (a, b) => tf.stack([a, ...(tf.unstack(tf.stack([b, a])) as Tensor[])], 1)),
  'tile, rank 4': one([1, 2, 1, 3], (x) => tf.tile(x, [2, 1, 2, 1])),
  cumsum: one([2, 5], (x) => tf.cumsum(x, 1)),
  'rotary embedding': one([1, 2, 3, 8], rotate),
  'causal attention': gradientOf(
    () => [fill([2, 2, 4, 3]), fill([2, 2, 4, 3], 1), fill([2, 2, 4, 3], 2)],
    (query, key, value) => attention(query!, key!, value!),
  ),
  'rule attention': two([2, 2, 4, 3], [2, 2, 5, 3], (query, rules) => ruleAttention(query, fill([2, 2, 4, 3], 2), rules)),
  'cross-entropy': one([3, 5], (x) => crossEntropy(x, [4, 0, 2])),
};
