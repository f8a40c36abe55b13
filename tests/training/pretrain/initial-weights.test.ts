/** The weights that pretraining begins with. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor } from '../../../src/backend/tf.ts';
import type { LmConfig } from '../../../src/lm/config.ts';
import { sequenceLoss } from '../../../src/lm/sequence-loss.ts';
import { packBatch } from '../../../src/lm/pack.ts';
import { disposeTensors, tensorNamed, type TensorRecord } from '../../../src/tensors/named.ts';
import { weightsOf } from '../../../src/training/pretrain/flat-weights.ts';
import { initialParameters } from '../../../src/training/pretrain/initial-weights.ts';

const D = 32;
const F = 48;
const TOKENS = Array.from({ length: 20 }, (_, id) => ` word${String.fromCharCode(97 + id)}`);
const CONFIG: LmConfig = {
  architecture: 'llama',
  vocabSize: TOKENS.length,
  hiddenSize: D,
  layers: 2,
  heads: 4,
  kvHeads: 4,
  headDim: 8,
  feedForwardSize: F,
  ropeTheta: 10_000,
  ropeScaling: null,
  rmsNormEps: 1e-5,
  tiedEmbeddings: true,
  qkvBias: false,
  maxPositions: 16,
  bosTokenId: null,
  eosTokenId: 0,
};

beforeAll(() => initBackend('cpu'));

function withParameters(config: LmConfig, use: (of: (name: string) => Tensor, all: TensorRecord) => void, seed = 'seed'): void {
  const parameters = initialParameters(config, TOKENS, seed);
  use((name) => tensorNamed(parameters, name), parameters);
  disposeTensors(parameters);
}

/** Root of the mean square. */
const deviation = (tensor: Tensor): number => tf.tidy(() => Math.sqrt(tensor.square().mean().dataSync()[0] as number));

describe('initialParameters', () => {
  it('has the shapes that the decoder wants, so that its loss is near that of a guess', () => {
    withParameters(CONFIG, (of, all) => {
      expect(Object.keys(all)).toHaveLength(2 + 2 * 9);
      expect(of('embedding').shape).toEqual([20, D]);
      expect(of('layers.1.gate').shape).toEqual([D, F]);
      expect(of('layers.1.down').shape).toEqual([F, D]);
      const sequence = { ids: [3, 1, 4, 1, 5], weights: [1, 1, 1, 1, 1] };
      const loss = tf.tidy(() => sequenceLoss({ config: CONFIG, weights: weightsOf(all, CONFIG) }, packBatch([sequence], 0)).dataSync()[0]!);
      // ln 20 = 3.0 with even odds; logits of deviation 0.3 move it little.
      expect(Math.abs(loss - Math.log(20))).toBeLessThan(1);
    });
  });

  it('begins attention by looking for the same word and passing half of it on', () => {
    withParameters(CONFIG, (of) => {
      expect(of('layers.0.key')).toBeAllclose(of('layers.0.query'));
      // W_O = s · W_Vᵀ with s · D · std² = 1/2: 0.5 / (32 · 0.0025) = 6.25.
      tf.tidy(() => expect(of('layers.0.output')).toBeAllclose(tf.mul(tf.transpose(of('layers.0.value')), 6.25)));
      // Trace of W_V · W_O over D: a half, give or take its sampling error of √(2 / 1024) / 2 = 0.02.
      const passed = tf.tidy(() => tf.matMul(of('layers.0.value'), of('layers.0.output')).mul(tf.eye(D)).sum().dataSync()[0]! / D);
      expect(Math.abs(passed - 0.5)).toBeLessThan(0.1);
      expect(of('layers.1.query').arraySync()).not.toEqual(of('layers.0.query').arraySync());
    });
  });

  it('keeps keys and outputs apart from queries and values where heads share keys', () => {
    withParameters({ ...CONFIG, kvHeads: 2 }, (of) => {
      expect([of('layers.0.query').shape, of('layers.0.key').shape, of('layers.0.value').shape, of('layers.0.output').shape]).toEqual([
        [D, 32], [D, 16], [D, 16], [32, D],
      ]);
      expect(Math.abs(deviation(of('layers.0.output')) - 0.05)).toBeLessThan(0.01);
    });
  });

  it('draws normal weights, smaller where they write into the residual stream, and norms of 1', () => {
    withParameters(CONFIG, (of) => {
      // 1,536 draws each: five sampling errors of std/√(2n) are a tenth of the deviation.
      expect(Math.abs(deviation(of('layers.0.gate')) / 0.05 - 1)).toBeLessThan(0.1);
      expect(Math.abs(deviation(of('layers.0.down')) / (0.05 / Math.sqrt(4)) - 1)).toBeLessThan(0.1);
      for (const name of ['layers.0.inputNorm', 'layers.1.postNorm', 'finalNorm']) expect(of(name)).toBeAllclose(tf.tidy(() => [...tf.ones([D]).dataSync()]));
    });
  });

  it('follows its seed', () => {
    const gates: unknown[] = [];
    for (const seed of ['one', 'one', 'two']) withParameters(CONFIG, (of) => gates.push(of('layers.0.gate').arraySync()), seed);
    expect(gates[1]).toEqual(gates[0]);
    expect(gates[2]).not.toEqual(gates[0]);
  });
});
