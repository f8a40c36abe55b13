/** Loss and gradients over parameters keyed by name. */
import { tf, type Scalar, type Tensor } from '../backend/tf.ts';
import type { TensorRecord } from '../tensors/named.ts';

export interface LossAndGradients {
  readonly loss: number;
  readonly gradients: TensorRecord;
}

/**
 * Evaluates a loss and its gradient with respect to every parameter.
 *
 * @param loss must use every parameter; one that is not connected is an error
 */
export function lossAndGradients(parameters: TensorRecord, loss: (parameters: TensorRecord) => Scalar): LossAndGradients {
  const names = Object.keys(parameters);
  const values = Object.values(parameters);
  const named = (tensors: readonly Tensor[]): TensorRecord =>
    Object.fromEntries(names.map((name, index) => [name, tensors[index] as Tensor]));
  const { value, grads } = tf.valueAndGrads((...tensors: Tensor[]) => loss(named(tensors)))(values);
  const number = value.dataSync()[0] as number;
  value.dispose();
  return { loss: number, gradients: named(grads) };
}
