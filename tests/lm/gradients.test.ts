/** Gradients that are written out by hand against central differences, on the cpu backend. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Scalar, type Tensor, type Tensor1D, type Tensor2D, type Tensor3D, type Tensor4D } from '../../src/backend/tf.ts';
import { attend, attentionAngles, type SharedMemory } from '../../src/lm/attention.ts';
import { attendBlocks, type AttentionBlock } from '../../src/lm/attention-core.ts';
import { weightedCrossEntropy } from '../../src/lm/cross-entropy.ts';
import { feedForward } from '../../src/lm/feed-forward.ts';
import { causalBias, MASKED } from '../../src/lm/masks.ts';
import { rmsNorm } from '../../src/lm/norm.ts';
import { applyRope, ropeAngles } from '../../src/lm/rope.ts';
import { pickRows } from '../../src/lm/rows.ts';
import { TINY_CONFIG, tinyModel } from '../dynarule/tiny-model.ts';
import { plainRope } from './support.ts';

/** Half the distance between two evaluations; differences of 32-bit losses are good to about 1e-3 with it. */
const STEP = 5e-3;

beforeAll(() => initBackend('cpu'));

/** Numbers in (-1, 1) without structure. */
function fill(shape: number[], seed: number): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  return tf.tensor(Float32Array.from({ length: size }, (_, i) => Math.sin(12.9898 * (i + 1) + 78.233 * seed)), shape);
}

/** A scalar that depends on every element of y differently. */
function weighted(y: Tensor): Scalar {
  return tf.sum(tf.mul(y, fill(y.shape, 9)));
}

function differences(x: Tensor, loss: (x: Tensor) => Scalar): number[] {
  const values = Float32Array.from(x.dataSync());
  const at = (index: number, change: number): number => {
    const moved = values.slice();
    moved[index]! += change;
    return loss(tf.tensor(moved, x.shape)).dataSync()[0]!;
  };
  return Array.from(values, (_, index) => (at(index, STEP) - at(index, -STEP)) / (2 * STEP));
}

function expectGradient(x: Tensor, loss: (x: Tensor) => Scalar): void {
  const analytic = tf.grad(loss as (x: Tensor) => Tensor)(x);
  const numeric = differences(x, loss);
  const largest = Math.max(...numeric.map(Math.abs));
  expect(largest).toBeGreaterThan(0.01);
  expect(analytic).toBeAllclose(numeric, { rtol: 0, atol: 2e-3 * Math.max(1, largest) });
}

const cases: Record<string, () => void> = {
  'rmsNorm, with respect to its input': () => {
    const weight = fill([6], 2) as Tensor1D;
    expectGradient(fill([2, 2, 6], 1), (x) => weighted(rmsNorm(x as Tensor3D, weight, 1e-5)));
  },
  'rmsNorm, with respect to its weight': () => {
    const x = fill([2, 2, 6], 1) as Tensor3D;
    expectGradient(fill([6], 2), (weight) => weighted(rmsNorm(x, weight as Tensor1D, 1e-5)));
  },
  'applyRope, each row at positions of its own': () => {
    const angles = ropeAngles([[0, 1, 2], [5, 9, 40]], plainRope(4, 100));
    expectGradient(fill([2, 2, 3, 4], 1), (x) => weighted(applyRope(x as Tensor4D, angles)));
  },
  'attention over two blocks, with respect to each input': () => {
    // Two key heads for four query heads in the second block, a masked row, a bias repeated over batch and heads.
    const mask = tf.tensor4d([0, MASKED, MASKED, 0, 0, MASKED, 0, 0, 0], [1, 1, 3, 3]);
    const own = { query: fill([2, 4, 3, 4], 1), keys: fill([2, 4, 2, 4], 2), values: fill([2, 4, 2, 4], 3), bias: fill([1, 1, 3, 2], 4) };
    const context = { query: fill([2, 4, 3, 4], 5), keys: fill([2, 2, 3, 4], 6), values: fill([2, 2, 3, 4], 7), bias: mask };
    const run = (change: object, changeContext: object): Scalar => {
      const rules = { ...own, ...change, swapped: false, trainedBias: true } as AttentionBlock;
      return weighted(attendBlocks([rules, { ...context, ...changeContext, swapped: false, trainedBias: false } as AttentionBlock]));
    };
    for (const [name, value] of Object.entries(own)) expectGradient(value, (x) => run({ [name]: x }, {}));
    for (const name of ['query', 'keys', 'values'] as const) expectGradient(context[name], (x) => run({}, { [name]: x }));
  },
  'attention over rows that the batch shares, with respect to each input': () => {
    // Two questions of three tokens, four heads; each question sees rows of its own through the bias.
    const bias = tf.tensor3d([0.3, -0.2, 0, MASKED, 0.1, 0.4], [2, 1, 3]);
    const own = { query: fill([2, 3, 16], 1), keys: fill([4, 1, 3, 4], 2), values: fill([4, 1, 3, 4], 3), bias };
    const layer = tinyModel('gradients', { layers: 1 }).weights.layers[0]!;
    const [x, angles] = [fill([6, 16], 4) as Tensor2D, attentionAngles(ropeAngles([[0, 1, 2]], plainRope(4, 100)), 4)];
    const run = (change: object): Scalar => {
      const memory = { shared: true, ...own, ...change } as SharedMemory;
      return weighted(attend(layer, TINY_CONFIG, { x, batch: 2, angles, past: null, bias: causalBias(3), memory }).output);
    };
    for (const [name, value] of Object.entries(own)) if (name !== 'bias') expectGradient(value, (moved) => run({ [name]: moved }));
    expectGradient(fill([2, 1, 3], 5), (moved) => run({ bias: moved }));
  },
  'the gated unit, through the whole feed-forward': () => {
    const layer = tinyModel('gradients', { layers: 1, hiddenSize: 8, heads: 2, headDim: 4, feedForwardSize: 10 }).weights.layers[0]!;
    expectGradient(tf.mul(fill([2, 8], 1), 3), (x) => weighted(feedForward(layer, x as Tensor2D)));
    const x = tf.mul(fill([2, 8], 1), 3) as Tensor2D;
    expectGradient(layer.gate, (gate) => weighted(feedForward({ ...layer, gate: gate as Tensor2D }, x)));
  },
  'pickRows, an index repeated and a row left out': () => {
    expectGradient(fill([4, 3], 1), (x) => weighted(pickRows(x as Tensor2D, Int32Array.of(2, 0, 2, 3, 2))));
  },
  'weightedCrossEntropy, a label repeated and a weight of zero': () => {
    const weights = Float32Array.of(0.5, 0.25, 0, 2);
    const loss = (x: Tensor): Scalar => weightedCrossEntropy(tf.mul(x, 3) as Tensor2D, Int32Array.of(1, 4, 0, 4), weights);
    expectGradient(fill([4, 5], 1), loss);
  },
};

it.each(Object.keys(cases))('%s', (name) => {
  tf.tidy(cases[name]!);
});

it('cross-entropy is in nats: ln 4 over four equal logits, and the weight times that', () => {
  tf.tidy(() => {
    const loss = weightedCrossEntropy(tf.zeros([1, 4]), Int32Array.of(2), Float32Array.of(0.5));
    expect(loss).toBeAllclose(0.5 * Math.log(4));
  });
});
