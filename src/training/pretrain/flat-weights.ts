/** A decoder's weights as a flat record of named parameters and back, and their first values. */
import { tf, type Tensor, type Tensor1D, type Tensor2D } from '../../backend/tf.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { LmLayer, LmWeights } from '../../lm/weights.ts';
import { randomStream, type Random } from '../../ruleworld/random.ts';
import { tensorNamed, type TensorRecord } from '../optimizer.ts';

const INIT_STD = 0.05;

type LayerShapes = Readonly<Record<'inputNorm' | 'query' | 'key' | 'value' | 'output' | 'postNorm' | 'gate' | 'up' | 'down', readonly number[]>>;

function layerShapes(config: LmConfig): LayerShapes {
  const { hiddenSize: D, feedForwardSize: F, heads, kvHeads, headDim } = config;
  return {
    inputNorm: [D],
    query: [D, heads * headDim],
    key: [D, kvHeads * headDim],
    value: [D, kvHeads * headDim],
    output: [heads * headDim, D],
    postNorm: [D],
    gate: [D, F],
    up: [D, F],
    down: [F, D],
  };
}

/**
 * Normal weights of deviation 0.05, those that write to the residual stream divided
 * by √(2·layers) (GPT-2's scheme); norms of ones. Tied embeddings, no biases.
 */
export function initialParameters(config: LmConfig, seed: string): TensorRecord {
  const random = randomStream(`${seed}|weights`);
  const residual = INIT_STD / Math.sqrt(2 * config.layers);
  const entries: [string, Tensor][] = [['embedding', normal([config.vocabSize, config.hiddenSize], INIT_STD, random)]];
  for (let layer = 0; layer < config.layers; layer += 1) {
    for (const [name, shape] of Object.entries(layerShapes(config))) {
      const std = name === 'output' || name === 'down' ? residual : INIT_STD;
      entries.push([`layers.${layer}.${name}`, shape.length === 1 ? tf.ones([...shape]) : normal(shape, std, random)]);
    }
  }
  entries.push(['finalNorm', tf.ones([config.hiddenSize])]);
  return Object.fromEntries(entries);
}

/** Box–Muller draws from a named stream, so that a seed means the same on every backend. */
export function normal(shape: readonly number[], std: number, random: Random): Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  const values = new Float32Array(size);
  for (let i = 0; i < size; i += 2) {
    const radius = std * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    values[i] = radius * Math.cos(angle);
    if (i + 1 < size) values[i + 1] = radius * Math.sin(angle);
  }
  return tf.tensor(values, [...shape]);
}

/** The weights that `initialParameters` names, as the decoder wants them. */
export function weightsOf(parameters: TensorRecord, config: LmConfig): LmWeights {
  const vector = (name: string): Tensor1D => tensorNamed(parameters, name) as Tensor1D;
  const matrix = (name: string): Tensor2D => tensorNamed(parameters, name) as Tensor2D;
  const layers = Array.from({ length: config.layers }, (_, index): LmLayer => {
    const prefix = `layers.${index}.`;
    return {
      inputNorm: vector(`${prefix}inputNorm`),
      query: matrix(`${prefix}query`),
      key: matrix(`${prefix}key`),
      value: matrix(`${prefix}value`),
      output: matrix(`${prefix}output`),
      queryBias: null,
      keyBias: null,
      valueBias: null,
      postNorm: vector(`${prefix}postNorm`),
      gate: matrix(`${prefix}gate`),
      up: matrix(`${prefix}up`),
      down: matrix(`${prefix}down`),
    };
  });
  return { embedding: matrix('embedding'), layers, finalNorm: vector('finalNorm'), head: null };
}
