/**
 * Reads the tensors of a model one at a time, each with the shape that the config says
 * and finite values, and finds out which tensors of the file nobody asked for.
 */
import { tf, type Tensor1D, type Tensor2D } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
import type { TensorSource } from './tensor-source.ts';

export interface CheckedReader {
  /** [length] */
  vector(name: string, length: number): Tensor1D;
  /** [rows, columns] */
  matrix(name: string, rows: number, columns: number): Tensor2D;
  /** [out, in] in the file, [in, out] in memory. */
  transposed(name: string, input: number, output: number): Tensor2D;
  /**
   * A tensor that is not read says that the model computes something else.
   *
   * @param harmless whether a name says nothing about what is computed
   * @throws UserError naming the first such tensor
   */
  refuseUnread(harmless: (name: string) => boolean): void;
}

/**
 * Every read throws a UserError where the tensor is missing, has another shape or holds a value that is not finite.
 * Only one tensor is ever in memory beside those that were handed out.
 */
export function checkedReader(source: TensorSource): CheckedReader {
  const asked = new Set<string>();
  const values = (name: string, shape: readonly number[]): Float32Array => {
    asked.add(name);
    checkShape(source, name, shape);
    return finite(source, name, source.read(name));
  };
  const matrix = (name: string, rows: number, columns: number): Tensor2D =>
    tf.tensor2d(values(name, [rows, columns]), [rows, columns], 'float32');
  return {
    vector: (name, length) => tf.tensor1d(values(name, [length]), 'float32'),
    matrix,
    transposed: (name, input, output) => tf.tidy(() => tf.transpose(matrix(name, output, input))),
    refuseUnread: (harmless) => {
      const unread = source.names().find((name) => !asked.has(name) && !harmless(name));
      if (unread !== undefined) throw unexpected(source.path, unread);
    },
  };
}

/** One stray NaN would make every answer empty without any error. */
function finite(source: TensorSource, name: string, values: Float32Array): Float32Array {
  // 0 · x is 0 for finite x and NaN otherwise: one addition an element for up to billions of them.
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += 0 * (values[i] as number);
  if (sum === 0) return values;
  const at = values.findIndex((value) => !Number.isFinite(value));
  throw UserError.of({
    expected: 'finite numbers',
    got: `${values[at] ?? ''} at ${at}`,
    where: { file: source.path, key: name },
    fix: 'the weights are damaged, or training diverged; take an earlier checkpoint',
  });
}

function checkShape(source: TensorSource, name: string, expected: readonly number[]): void {
  const shape = source.shape(name);
  if (shape.length === expected.length && shape.every((length, axis) => length === expected[axis])) return;
  throw UserError.of({
    expected: `shape [${expected.join(', ')}], as the model's config says`,
    got: `[${shape.join(', ')}]`,
    where: { file: source.path, key: name },
    fix: 'the config and the weights are of different models; take both from the same place',
  });
}

function unexpected(file: string, name: string): UserError {
  return UserError.of({
    expected: 'no tensors but those of the architecture that the config names',
    got: 'one that this architecture has not',
    where: { file, key: name },
    fix: 'the config and the weights are of different models, or of one that is not supported',
  });
}
