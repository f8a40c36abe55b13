import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { clipByGlobalNorm, clipByGroups } from '../../src/training/clip.ts';
import { disposeTensors } from '../../src/tensors/named.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

describe('clipByGlobalNorm', () => {
  it('scales all gradients by the same factor', () => {
    // Norm √(3² + 4² + 12²) = 13; the limit 6.5 halves everything.
    const gradients = { a: tf.tensor([[3, 4]]), b: tf.tensor([12]) };
    const clipped = clipByGlobalNorm(gradients, 6.5);
    expect(clipped.norms).toBeAllclose([13]);
    expect(clipped.gradients['a']!).toBeAllclose([1.5, 2]);
    expect(clipped.gradients['b']!).toBeAllclose([6]);
    disposeTensors(gradients);
    disposeTensors(clipped.gradients);
  });

  it.each([20, 0])('leaves gradients below the limit alone, and all of them at limit 0 (%d)', (limit) => {
    const gradients = { a: tf.tensor([3, 4]) };
    const clipped = clipByGlobalNorm(gradients, limit);
    disposeTensors(gradients);
    expect(clipped.norms).toBeAllclose([5]);
    expect(clipped.gradients['a']!).toBeAllclose([3, 4]);
    disposeTensors(clipped.gradients);
  });

  it('refuses gradients that are not finite', () => {
    const gradients = { a: tf.tensor([1, Number.NaN]) };
    expect(() => clipByGlobalNorm(gradients, 1)).toThrow('expected a finite gradient of a');
    disposeTensors(gradients);
  });
});

describe('clipByGroups', () => {
  it('clips each group by its own norm', () => {
    // Group 1 has norm 5 and limit 1: a fifth. Group 2 has norm 60 and limit 30: a half.
    const gradients = { q: tf.tensor([3]), k: tf.tensor([4]), v: tf.tensor([60]) };
    const clipped = clipByGroups(gradients, [
      { names: ['k', 'q'], limit: 1 },
      { names: ['v'], limit: 30 },
    ]);
    expect(clipped.norms).toBeAllclose([5, 60]);
    expect(clipped.gradients['q']!).toBeAllclose([0.6]);
    expect(clipped.gradients['k']!).toBeAllclose([0.8]);
    expect(clipped.gradients['v']!).toBeAllclose([30]);
    disposeTensors(gradients);
    disposeTensors(clipped.gradients);
  });

  it.each([[[['a']]], [[['a', 'b'], ['b']]], [[['a', 'b', 'c']]]])('refuses groups %j of a and b', (groups) => {
    const gradients = { a: tf.tensor([1]), b: tf.tensor([1]) };
    const named = groups.map((names) => ({ names, limit: 1 }));
    expect(() => clipByGroups(gradients, named)).toThrow('each gradient must be in one clip group');
    disposeTensors(gradients);
  });
});
