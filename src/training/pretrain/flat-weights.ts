/** A decoder's weights as a flat record of named parameters. */
import type { Tensor1D, Tensor2D } from '../../backend/tf.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { LmLayer, LmWeights } from '../../lm/weights.ts';
import { tensorNamed, type TensorRecord } from '../../tensors/named.ts';

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
      queryNorm: null,
      keyNorm: null,
      postNorm: vector(`${prefix}postNorm`),
      gate: matrix(`${prefix}gate`),
      up: matrix(`${prefix}up`),
      down: matrix(`${prefix}down`),
    };
  });
  return { embedding: matrix('embedding'), layers, finalNorm: vector('finalNorm'), head: null };
}
