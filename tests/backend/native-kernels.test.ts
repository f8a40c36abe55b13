/** The kernels that `quickenNative` replaces: what conformance.test.ts does not ask of every backend. */
import { initBackend, nativeObstacle } from '../../src/backend/init.ts';
import { quickenNative } from '../../src/backend/native-kernels.ts';
import { tf } from '../../src/backend/tf.ts';


// Without the native backend there is nothing to replace; wasm then runs the same expectations.
const backend = (await nativeObstacle()) === null ? 'native' : 'wasm';
beforeAll(async () => { await initBackend(backend); });

it('keeps small arguments apart by their numbers and their rank', () => {
  tf.tidy(() => {
    const x = tf.range(0, 24);
    const shapes = [[24], [1, 24], [2, 12], [2, 3, 4], [-1, 4], [24, 1]];
    expect(shapes.map((shape) => tf.reshape(x, shape).shape)).toEqual([[24], [1, 24], [2, 12], [2, 3, 4], [6, 4], [24, 1]]);
    const table = tf.reshape(x, [4, 6]);
    expect(tf.slice(table, [1, 2], [2, -1])).toBeAllclose([[8, 9, 10, 11], [14, 15, 16, 17]]);
    expect(tf.transpose(table).shape).toEqual([6, 4]);
    expect([tf.expandDims(table, 0).shape, tf.expandDims(table, 2).shape]).toEqual([[1, 4, 6], [4, 6, 1]]);
  });
});

it('goes on after more shapes than it keeps', () => {
  const count = 5000;
  const x = tf.zeros([count]);
  const before = tf.memory().numTensors;
  for (let rows = 1; rows <= count; rows += 1) tf.slice(x, [count - rows], [rows]).dispose();
  expect(tf.memory().numTensors).toBe(before);
  expect(tf.tidy(() => tf.slice(x, [1], [3]).shape)).toEqual([3]);
  x.dispose();
});

it('reduces whole numbers as the library does', () => {
  tf.tidy(() => {
    const whole = tf.tensor2d([[1, 2], [4, 4]], [2, 2], 'int32');
    expect(tf.mean(whole, 1)).toBeAllclose([1.5, 4]);
    expect([tf.sum(whole, 0).dtype, tf.max(whole).dtype]).toEqual(['int32', 'int32']);
    expect(tf.sum(tf.tensor1d([true, true, false], 'bool')).dataSync()[0]).toBe(2);
  });
});

it('multiplies matrices and batches, transposed or not', () => {
  tf.tidy(() => {
    const [a, b] = [tf.tensor2d([[1, 2, 3], [4, 5, 6]]), tf.tensor2d([[1, 0], [2, 1], [0, 3]])];
    const expected = [[5, 11], [14, 23]];
    expect(tf.matMul(a, b)).toBeAllclose(expected);
    expect(tf.matMul(a, tf.transpose(b), false, true)).toBeAllclose(expected);
    expect(tf.matMul(tf.transpose(a), b, true)).toBeAllclose(expected);
    expect(tf.matMul(tf.transpose(a), tf.transpose(b), true, true)).toBeAllclose(expected);
    expect(tf.matMul(tf.stack([a, a]), b)).toBeAllclose([expected, expected]);
  });
});

it('is replaced once, however often it is asked for', () => {
  if (backend !== 'native') return;
  const before = tf.getKernel('Reshape', 'tensorflow').kernelFunc;
  quickenNative();
  expect(tf.getKernel('Reshape', 'tensorflow').kernelFunc).toBe(before);
});
