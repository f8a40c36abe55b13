/** Layers whose adapters are trained against the general ones, which keep everything for the gradient. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Scalar, type Tensor, type Tensor3D } from '../../src/backend/tf.ts';
import { Lora } from '../../src/config/lora.ts';
import { runAdaptedLayers, type AdaptedModel } from '../../src/lm/adapted-layers.ts';
import { runLayers } from '../../src/lm/forward.ts';
import { causalBias } from '../../src/lm/masks.ts';
import { range, ropeAngles } from '../../src/lm/rope.ts';
import { disposeWeights } from '../../src/lm/weights.ts';
import { disposeTensors, type TensorRecord } from '../../src/tensors/named.ts';
import { withLora } from '../../src/training/lora/first-lora.ts';
import { tinyModel } from '../dynarule/tiny-model.ts';
import { drawnLora } from './support.ts';

beforeAll(() => initBackend());

/** Numbers in (-1, 1) without structure. */
function wave(shape: number[]): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  return tf.tensor(Float32Array.from({ length: size }, (_, i) => Math.sin(12.9898 * (i + 1))), shape);
}

/** A loss of all final states and of what the second layer is given. */
function lossOf(states: Tensor, watched: Tensor | null): Scalar {
  if (watched === null) throw new Error('the second layer was not shown');
  return tf.add(tf.sum(tf.mul(states, wave([10, 16]))), tf.sum(tf.mul(watched, wave([2, 5, 16])))) as Scalar;
}

function generalLoss(model: AdaptedModel, embeddings: Tensor3D): Scalar {
  let seen: Tensor | null = null;
  const memory = (layer: number, x: Tensor3D): null => {
    if (layer === 1) seen = x;
    return null;
  };
  const { hidden } = runLayers(model, { embeddings, angles: ropeAngles([range(5)], model.config), bias: causalBias(5), memory });
  return lossOf(tf.reshape(hidden, [10, 16]), seen);
}

function recomputedLoss(model: AdaptedModel, embeddings: Tensor3D): Scalar {
  let seen: Tensor | null = null;
  const watch = (layer: number, x: () => Tensor3D): void => {
    if (layer === 1) seen = x();
  };
  return lossOf(runAdaptedLayers(model, embeddings, watch), seen);
}

it.each([['all matrices', ['query', 'key', 'value', 'output', 'gate', 'up', 'down']], ['some', ['value', 'down']]] as const)(
  'has the loss and the gradients of the general layers: adapters of %s',
  (_, targets) => {
    const base = tinyModel('adapted');
    const lora = Lora.parse({ rank: 2, alpha: 6, targets });
    const values = drawnLora(base.config, lora);
    const names = Object.keys(values);
    tf.tidy(() => {
      const embeddings = wave([2, 5, 16]) as Tensor3D;
      const inputs = [embeddings, ...Object.values(values)];
      const gradients = (loss: typeof generalLoss) =>
        tf.valueAndGrads((first: Tensor, ...rest: Tensor[]) => {
          const record: TensorRecord = Object.fromEntries(names.map((name, i) => [name, rest[i] as Tensor]));
          return loss(withLora(base, lora, record), first as Tensor3D);
        })(inputs);
      const [expected, ours] = [gradients(generalLoss), gradients(recomputedLoss)];
      expect(ours.value).toBeAllclose(expected.value, { rtol: 1e-6, atol: 0 });
      // 3 layers × so many matrices × A and B, and the embeddings
      expect(ours.grads).toHaveLength(3 * targets.length * 2 + 1);
      ours.grads.forEach((gradient, i) => expect(gradient).toBeAllclose(expected.grads[i] as Tensor, { rtol: 1e-4, atol: 1e-4 }));
    });
    disposeTensors(values);
    disposeWeights(base.weights);
  },
);
