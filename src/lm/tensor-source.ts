/**
 * What a weight file is to the rest of the project: named tensors that are read
 * one at a time, so that loading never holds two copies of a model.
 */
export interface TensorSource {
  /** Path of the file or folder, for error messages. */
  readonly path: string;
  names(): readonly string[];
  has(name: string): boolean;
  /** Row-major shape, outermost dimension first. Throws UserError for an unknown name. */
  shape(name: string): readonly number[];
  /** Values as 32-bit floats, whatever the stored type. Throws UserError for an unknown name. */
  read(name: string): Float32Array;
  close(): void;
}
