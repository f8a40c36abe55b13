/** Layers and head of a frozen base against the general ones, whose gradients are checked against PyTorch (tests/dynarule/oracle.test.ts). */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Scalar, type Tensor, type Tensor2D, type Tensor3D, type Tensor4D } from '../../src/backend/tf.ts';
import type { AttentionMemory } from '../../src/lm/attention.ts';
import { weightedCrossEntropy } from '../../src/lm/cross-entropy.ts';
import { runLayers, type LanguageModel } from '../../src/lm/forward.ts';
import { runFrozenLayers } from '../../src/lm/frozen-layers.ts';
import { headLoss } from '../../src/lm/head-loss.ts';
import { causalBias } from '../../src/lm/masks.ts';
import { range, ropeAngles } from '../../src/lm/rope.ts';
import { pickRows } from '../../src/lm/rows.ts';
import { tinyModel } from '../dynarule/tiny-model.ts';

beforeAll(() => initBackend());

/** Numbers in (-1, 1) without structure. */
function fill(shape: number[], seed: number): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  return tf.tensor(Float32Array.from({ length: size }, (_, i) => Math.sin(12.9898 * (i + 1) + 78.233 * seed)), shape);
}

const POSITIONS = Int32Array.from([1, 4, 7, 9]);
const ANGLES = (model: LanguageModel) => ropeAngles([range(5)], model.config);

/** A model with biases, or with norms over heads, as its family has them. */
function family(architecture: 'llama' | 'qwen2' | 'qwen3'): LanguageModel {
  const { config, weights } = tinyModel(`frozen ${architecture}`, { architecture });
  const { heads, kvHeads, headDim } = config;
  const vector = (length: number, seed: number): Tensor => tf.add(fill([length], seed), 1);
  const biases = architecture === 'qwen2' ? { queryBias: vector(heads * headDim, 1), keyBias: vector(kvHeads * headDim, 2), valueBias: vector(kvHeads * headDim, 3) } : {};
  const norms = architecture === 'qwen3' ? { queryNorm: vector(headDim, 4), keyNorm: vector(headDim, 5) } : {};
  const layers = weights.layers.map((layer) => ({ ...layer, ...biases, ...norms })) as typeof weights.layers;
  return { config, weights: { ...weights, layers } };
}

/** Embeddings, and the memory of the second and third layer: query, keys, values, bias. */
function inputs(): Tensor[] {
  return [fill([2, 5, 16], 1), fill([2, 5, 16], 2), fill([2, 3, 16], 3), fill([2, 3, 16], 4), fill([2, 5, 3], 5)];
}

function memoryOf([, query, keys, values, bias]: readonly Tensor[]) {
  return (layer: number, x: Tensor3D): AttentionMemory | null =>
    // With x in it, the gradient must come through the layer's input as well.
    layer === 0 ? null : ({ query: tf.add(query as Tensor, x), keys, values, bias } as unknown as AttentionMemory);
}

describe.each(['llama', 'qwen2', 'qwen3'] as const)('layers of a frozen %s', (architecture) => {
  it('have the states, the gradients and the attention over the memory of the general ones', () => {
    tf.tidy(() => {
      const model = family(architecture);
      const seen: { general: number[][]; frozen: number[][] } = { general: [], frozen: [] };
      const common = () => ({ angles: ANGLES(model), bias: causalBias(5) });
      const general = (...xs: Tensor[]): Tensor2D => {
        const observe = (_: number, shares: Tensor4D): void => void seen.general.push([...shares.dataSync()]);
        const { hidden } = runLayers(model, { ...common(), embeddings: xs[0] as Tensor3D, memory: memoryOf(xs), observe });
        return pickRows(tf.reshape(hidden, [10, 16]), POSITIONS);
      };
      const frozen = (...xs: Tensor[]): Tensor2D => {
        const observe = (_: number, shares: Tensor4D): void => void seen.frozen.push([...shares.dataSync()]);
        return runFrozenLayers(model, { ...common(), embeddings: xs[0] as Tensor3D, memory: memoryOf(xs), positions: POSITIONS, observe });
      };
      expect(frozen(...inputs())).toBeAllclose(general(...inputs()), { rtol: 0, atol: 1e-5 });
      expect(seen.frozen.flat()).toBeAllclose(seen.general.flat(), { rtol: 0, atol: 1e-6 });
      const weighted = (y: Tensor): Scalar => tf.sum(tf.mul(y, fill(y.shape, 9)));
      const expected = tf.grads((...xs) => weighted(general(...xs)))(inputs());
      tf.grads((...xs) => weighted(frozen(...xs)))(inputs()).forEach((gradient, index) => {
        expect(gradient).toBeAllclose(expected[index] as Tensor, { rtol: 0, atol: 1e-4 });
      });
    });
  });
});

it('refuses adapters of the weights', () => {
  tf.tidy(() => {
    const model = { ...family('llama'), lora: [] };
    const input = { embeddings: fill([2, 5, 16], 1) as Tensor3D, angles: ANGLES(model), bias: causalBias(5), memory: () => null, positions: POSITIONS };
    expect(() => runFrozenLayers(model, input)).toThrow('adapters of the weights');
  });
});

describe('headLoss', () => {
  const [labels, weights] = [Int32Array.from([6, 0, 7, 3, 7]), Float32Array.from([0.1, 0.2, 0.3, 0.15, 0.25])];

  it('has the loss and the gradients of the logits with one more row, whose label is V', () => {
    tf.tidy(() => {
      const [hidden, head, extra] = [fill([5, 4], 1) as Tensor2D, fill([7, 4], 2) as Tensor2D, fill([1, 4], 3) as Tensor2D];
      const whole = (h: Tensor, e: Tensor): Scalar => weightedCrossEntropy(tf.matMul(h, tf.concat([head, e], 0), false, true) as Tensor2D, labels, weights);
      const sliced = (h: Tensor, e: Tensor): Scalar => headLoss(h as Tensor2D, { head, extra: e as Tensor2D, labels, weights });
      const expected = tf.valueAndGrads(whole)([hidden, extra]);
      const got = tf.valueAndGrads(sliced)([hidden, extra]);
      expect(got.value).toBeAllclose(expected.value, { rtol: 1e-6 });
      got.grads.forEach((gradient, index) => expect(gradient).toBeAllclose(expected.grads[index] as Tensor, { rtol: 0, atol: 1e-6 }));
    });
  });

  it('has them without that row, and in slices', () => {
    tf.tidy(() => {
      const [hidden, head] = [fill([5, 4], 1) as Tensor2D, fill([8, 4], 2) as Tensor2D];
      const whole = (h: Tensor): Scalar => weightedCrossEntropy(tf.matMul(h as Tensor2D, head, false, true), labels, weights);
      const expected = tf.valueAndGrads(whole)([hidden]);
      // 16 logits are two rows: slices of 2, 2 and 1. Fewer logits than a row has are still a row.
      for (const sliceLogits of [16, 1]) {
        const got = tf.valueAndGrads((h: Tensor) => headLoss(h as Tensor2D, { head, extra: null, labels, weights }, sliceLogits))([hidden]);
        expect(got.value).toBeAllclose(expected.value, { rtol: 1e-6 });
        expect(got.grads[0]).toBeAllclose(expected.grads[0] as Tensor, { rtol: 0, atol: 1e-6 });
      }
    });
  });
});
