/** Rows of a matrix in memory as a tensor. */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { tensorOfRows } from '../../src/tensors/rows.ts';

beforeAll(() => initBackend());

it('takes rows in the order asked for, some twice, none at all', () => {
  tf.tidy(() => {
    // Three rows of two: (0, 1), (2, 3), (4, 5).
    const all = Float32Array.of(0, 1, 2, 3, 4, 5);
    expect(tensorOfRows(all, [2, 0, 2], 2).arraySync()).toEqual([[4, 5], [0, 1], [4, 5]]);
    expect(tensorOfRows(all, [], 2).shape).toEqual([0, 2]);
  });
});
