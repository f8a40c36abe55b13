/**
 * The one kernel that the wasm backend lacks and training needs: UnsortedSegmentSum,
 * the gradient of `gather` along the first axis (embedding rows).
 */
import { tf } from './tf.ts';

/** Adds row i of `rows` [n, width] to row `segmentIds[i]` of the result [segments, width]; ids out of range are left out. */
function sumSegments(rows: Float32Array, segmentIds: Int32Array, segments: number, width: number): Float32Array {
  const sums = new Float32Array(segments * width);
  segmentIds.forEach((segment, row) => {
    if (segment < 0 || segment >= segments) return;
    for (let j = 0; j < width; j += 1) sums[segment * width + j]! += rows[row * width + j]!;
  });
  return sums;
}

const unsortedSegmentSum: tf.KernelFunc = ({ inputs, attrs, backend }) => {
  const { x, segmentIds } = inputs as { x: tf.TensorInfo; segmentIds: tf.TensorInfo };
  const { numSegments } = attrs as { numSegments: number };
  const engine = backend as tf.KernelBackend;
  const shape = [numSegments, ...x.shape.slice(segmentIds.shape.length)];
  const width = shape.slice(1).reduce((product, size) => product * size, 1);
  const rows = engine.readSync(x.dataId) as Float32Array;
  const sums = sumSegments(rows, engine.readSync(segmentIds.dataId) as Int32Array, numSegments, width);
  return { dataId: engine.write(sums, shape, 'float32'), shape, dtype: 'float32' };
};

/** Registers the missing kernel; safe to call again. */
export function completeWasm(): void {
  if (tf.getKernel('UnsortedSegmentSum', 'wasm') !== undefined) return;
  tf.registerKernel({ kernelName: 'UnsortedSegmentSum', backendName: 'wasm', kernelFunc: unsortedSegmentSum });
}
