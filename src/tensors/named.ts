/** Tensors keyed by name — adapters, gradients, moments — and the arrays that files hold of them. */
import { tf, type Tensor } from '../backend/tf.ts';
import { UserError } from '../errors.ts';

/** Tensors keyed by parameter name. */
export type TensorRecord = Readonly<Record<string, Tensor>>;

/** An array with its shape, as checkpoints hold it. */
export interface NamedArray {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
export type NamedArrays = ReadonlyMap<string, NamedArray>;

/** A new record, one tensor for each name. */
export function mapTensors(record: TensorRecord, make: (tensor: Tensor, name: string) => Tensor): TensorRecord {
  return Object.fromEntries(Object.entries(record).map(([name, tensor]) => [name, tf.tidy(() => make(tensor, name))]));
}

export function tensorNamed(record: TensorRecord, name: string): Tensor {
  const tensor = record[name];
  if (tensor === undefined) throw new Error(`no tensor named ${name}; there are: ${Object.keys(record).join(', ')}`);
  return tensor;
}

export function disposeTensors(record: TensorRecord): void {
  for (const tensor of Object.values(record)) tensor.dispose();
}

/** Reads the tensors out; 32-bit floats, so nothing is lost. */
export function exportTensors(record: TensorRecord, prefix = ''): Map<string, NamedArray> {
  const entries = Object.entries(record).map(([name, tensor]): [string, NamedArray] => [
    prefix + name,
    { shape: tensor.shape, data: Float32Array.from(tensor.dataSync()) },
  ]);
  return new Map(entries);
}

/** Makes tensors of the arrays, whose names and shapes must be those of `like`. */
export function importTensors(arrays: NamedArrays, like: TensorRecord, prefix = ''): TensorRecord {
  return mapTensors(like, (tensor, name) => {
    const array = arrays.get(prefix + name);
    if (array !== undefined && array.shape.join() === tensor.shape.join()) return tf.tensor(array.data, tensor.shape);
    throw UserError.of({
      expected: `a tensor ${prefix}${name} of shape [${tensor.shape.join(', ')}]`,
      got: array === undefined ? 'none of that name' : `shape [${array.shape.join(', ')}]`,
      fix: 'continue from a checkpoint of the same configuration, or start afresh',
    });
  });
}
