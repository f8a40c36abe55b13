/** Low-rank adapters: the base at start, merged weights as oracle, central differences, and PEFT's files. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Scalar, type Tensor, type Tensor2D } from '../../src/backend/tf.ts';
import { Lora, LORA_TARGETS, type LoraTarget } from '../../src/config/lora.ts';
import type { LmConfig } from '../../src/lm/config.ts';
import { openSafetensors } from '../../src/lm/files/safetensors.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';
import { continuationLogProbs } from '../../src/lm/likelihood.ts';
import { disposeLora, readLora, writeLora } from '../../src/lm/lora-folder.ts';
import { targetShape } from '../../src/lm/lora.ts';
import { mergeLora } from '../../src/lm/merge-lora.ts';
import { packBatch } from '../../src/lm/pack.ts';
import { sequenceLoss } from '../../src/lm/sequence-loss.ts';
import { disposeWeights, type LmLayer } from '../../src/lm/weights.ts';
import { tensorNamed, disposeTensors, type TensorRecord } from '../../src/tensors/named.ts';
import { firstLora, withLora } from '../../src/training/lora/first-lora.ts';
import { lossAndGradients } from '../../src/training/parameters.ts';
import { TINY_CONFIG, tinyModel } from '../dynarule/tiny-model.ts';
import { drawnLora, sequenceLogits } from './support.ts';

beforeAll(() => initBackend('cpu'));

const IDS = [3, 17, 4, 9, 22, 5];
const LORA = Lora.parse({ rank: 2, alpha: 6 });
const movedLora = (config: LmConfig, lora = LORA): TensorRecord => drawnLora(config, lora);
const numbers = (tensor: Tensor): number[] => [...tensor.dataSync()];

/** W + s·A·B in 64-bit arithmetic, element by element. */
function merged(weight: Tensor2D, down: Tensor2D, up: Tensor2D, scale: number): Tensor2D {
  const [input, output] = weight.shape;
  const rank = down.shape[1];
  const [w, a, b] = [weight, down, up].map(numbers) as [number[], number[], number[]];
  const value = (i: number, o: number): number => {
    let sum = 0;
    for (let k = 0; k < rank; k += 1) sum += a[i * rank + k]! * b[k * output + o]!;
    return w[i * output + o]! + scale * sum;
  };
  return tf.tensor2d(Float32Array.from({ length: input * output }, (_, at) => value(Math.floor(at / output), at % output)), [input, output]);
}

function mergedModel(base: LanguageModel, targets: readonly LoraTarget[], parameters: TensorRecord): LanguageModel {
  const layers = base.weights.layers.map((layer, index): LmLayer => {
    const changed = targets.map((target) => {
      const [down, up] = ['down', 'up'].map((part) => tensorNamed(parameters, `layers.${index}.${target}.${part}`) as Tensor2D) as [Tensor2D, Tensor2D];
      return [target, merged(layer[target], down, up, LORA.alpha / LORA.rank)] as const;
    });
    return { ...layer, ...Object.fromEntries(changed) };
  });
  return { config: base.config, weights: { ...base.weights, layers } };
}

it('is the base to the last bit at the start', () => {
  const base = tinyModel('lora');
  const parameters = firstLora(base.config, LORA, 'first');
  tf.tidy(() => expect(numbers(sequenceLogits(withLora(base, LORA, parameters), IDS))).toEqual(numbers(sequenceLogits(base, IDS))));
  expect(continuationLogProbs(withLora(base, LORA, parameters), [{ prompt: IDS, continuations: [[1, 2], [7]] }], 0)).toEqual(
    continuationLogProbs(base, [{ prompt: IDS, continuations: [[1, 2], [7]] }], 0),
  );
  disposeTensors(parameters);
  disposeWeights(base.weights);
});

it.each([...LORA_TARGETS, 'all'] as const)('is the model with merged weights: %s', (which) => {
  const base = tinyModel('lora');
  const targets = which === 'all' ? LORA_TARGETS : [which];
  const lora = Lora.parse({ rank: 2, alpha: 6, targets: [...targets] });
  const parameters = movedLora(base.config, lora);
  const own = mergedModel(base, targets, parameters);
  const [adapted, expected, plain] = [withLora(base, lora, parameters), own, base].map((model) => sequenceLogits(model, IDS)) as [Tensor2D, Tensor2D, Tensor2D];
  expect(adapted).toBeAllclose(expected, { rtol: 1e-4, atol: 1e-4 });
  expect(Math.max(...numbers(adapted).map((value, i) => Math.abs(value - numbers(plain)[i]!)))).toBeGreaterThan(0.01);
  // With a cache between prompt and continuation, too.
  const asked = [{ prompt: IDS, continuations: [[1, 2, 8], [7]] }];
  const [ours, theirs] = [withLora(base, lora, parameters), own].map((model) => continuationLogProbs(model, asked, 0)[0]!) as [number[], number[]];
  ours.forEach((sum, i) => expect(sum).toBeCloseTo(theirs[i]!, 3));
  tf.dispose([adapted, expected, plain]);
  disposeTensors(parameters);
  own.weights.layers.forEach((layer) => tf.dispose(targets.map((target) => layer[target])));
  disposeWeights(base.weights);
});

it('has the gradient of central differences in A and B of every matrix', () => {
  const base = tinyModel('lora', { layers: 1 });
  const parameters = movedLora(base.config);
  const batch = packBatch([{ ids: IDS, weights: [0, 0, 0, 1, 1, 1] }], 0);
  const lossOf = (values: TensorRecord): Scalar => sequenceLoss(withLora(base, LORA, values), batch);
  const { gradients } = lossAndGradients(parameters, lossOf);
  for (const [name, tensor] of Object.entries(parameters)) {
    const index = Math.floor(tensor.size / 2);
    const at = (change: number): number => {
      const values = Float32Array.from(tensor.dataSync());
      values[index]! += change;
      return tf.tidy(() => lossOf({ ...parameters, [name]: tf.tensor(values, tensor.shape) }).dataSync()[0]!);
    };
    const numeric = (at(0.02) - at(-0.02)) / 0.04;
    expect(Math.abs(tensorNamed(gradients, name).dataSync()[index]! - numeric)).toBeLessThan(2e-3 + 0.02 * Math.abs(numeric));
  }
  disposeTensors(gradients);
  disposeTensors(parameters);
  disposeWeights(base.weights);
});

describe('the files', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'lora-')), 'adapters');
  const lora = Lora.parse({ rank: 2, alpha: 6, targets: ['value', 'down'] });
  const config = TINY_CONFIG;
  const changeConfig = (change: object): void => {
    const file = join(folder, 'adapter_config.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
  };

  beforeEach(() => {
    const [base, parameters] = [tinyModel('lora'), movedLora(config, lora)];
    writeLora(folder, { lora, layers: withLora(base, lora, parameters).lora }, 'some/base');
    disposeTensors(parameters);
    disposeWeights(base.weights);
  });

  it('have the names and the orientation of PEFT', () => {
    expect(JSON.parse(readFileSync(join(folder, 'adapter_config.json'), 'utf8'))).toMatchObject({ peft_type: 'LORA', r: 2, lora_alpha: 6, target_modules: ['v_proj', 'down_proj'], base_model_name_or_path: 'some/base' });
    const file = openSafetensors(join(folder, 'adapter_model.safetensors'));
    expect(file.names()).toHaveLength(3 * 2 * 2);
    // lora_A is [rank, in], lora_B [out, rank]; a value head is 2 · 4 wide.
    expect(file.shape('base_model.model.model.layers.2.self_attn.v_proj.lora_A.weight')).toEqual([2, 16]);
    expect(file.shape('base_model.model.model.layers.2.self_attn.v_proj.lora_B.weight')).toEqual([8, 2]);
    expect(file.shape('base_model.model.model.layers.0.mlp.down_proj.lora_A.weight')).toEqual([2, 24]);
    file.close();
  });

  it('give back what was written', () => {
    const [base, parameters] = [tinyModel('lora'), movedLora(config, lora)];
    const read = readLora(folder, config);
    expect(read.lora).toEqual(lora);
    const [ours, theirs] = [withLora(base, lora, parameters), { ...base, lora: read.layers }].map((model) => tf.tidy(() => numbers(sequenceLogits(model, IDS))));
    expect(theirs).toEqual(ours);
    disposeLora(read);
    disposeTensors(parameters);
    disposeWeights(base.weights);
  });

  it.each([
    [{ use_dora: true }, 'use_dora'],
    [{ target_modules: ['v_proj', 'lm_head'] }, 'target_modules'],
    [{ r: 3 }, 'expected shape [3, 16], as the model'],
    [{ target_modules: ['v_proj'] }, 'mlp.down_proj.lora_A.weight'],
    [{ bias: 'all' }, 'bias'],
  ])('are refused with %j', (change, message) => {
    changeConfig(change);
    expect(() => readLora(folder, config)).toThrow(message);
  });

  it('are refused for another model', () => {
    expect(() => readLora(folder, { ...config, feedForwardSize: 20 })).toThrow('expected shape [2, 20]');
    expect(() => readLora(join(folder, 'nowhere'), config)).toThrow('adapter_config.json');
  });
});

it('knows the shape of each matrix', () => {
  const base = tinyModel('lora', { layers: 1 });
  for (const target of LORA_TARGETS) expect(targetShape(target, base.config)).toEqual(base.weights.layers[0]![target].shape);
  disposeWeights(base.weights);
});

it('is configured with each matrix once', () => {
  expect(() => Lora.parse({ targets: ['query', 'query'] })).toThrow('expected each matrix once');
  expect(() => Lora.parse({ targets: [] })).toThrow();
});

it('merges into the weights, and frees what it replaces', () => {
  const lora = Lora.parse({ rank: 2, alpha: 6, targets: ['value', 'down'] });
  const [base, parameters] = [tinyModel('lora'), movedLora(TINY_CONFIG, lora)];
  const beside = sequenceLogits(withLora(base, lora, parameters), IDS);
  const before = tf.memory().numTensors;
  const weights = mergeLora(base.weights, withLora(base, lora, parameters).lora);
  expect(tf.memory().numTensors).toBe(before);
  const merged = sequenceLogits({ config: base.config, weights }, IDS);
  expect(merged).toBeAllclose(numbers(beside), { rtol: 0, atol: 1e-5 });
  expect(weights.layers[0]!.query).toBe(base.weights.layers[0]!.query);
  disposeTensors(parameters);
  disposeWeights(weights);
  tf.dispose([beside, merged]);
});
