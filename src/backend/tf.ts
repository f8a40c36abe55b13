/**
 * The only module of the project that imports `@tensorflow/*`. Everything else
 * takes `tf` and its types from here.
 */
import * as tf from '@tensorflow/tfjs';
import type { NodeJSKernelBackend } from '@tensorflow/tfjs-node-gpu/dist/nodejs_kernel_backend.js';

export { tf };
export type Tensor = tf.Tensor;
export type Tensor1D = tf.Tensor1D;
export type Tensor2D = tf.Tensor2D;
export type Tensor3D = tf.Tensor3D;
export type Tensor4D = tf.Tensor4D;
export type Scalar = tf.Scalar;
/** TensorFlow's own library, as `make setup` builds it. */
export type NativeBackend = NodeJSKernelBackend;

/** Whether a gradient is being recorded. Elsewhere nothing need be kept for one, and an operation with its own gradient is its value alone. */
export function recordsGradient(): boolean {
  return tf.engine().isTapeOn();
}
