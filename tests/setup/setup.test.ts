/** The matcher and the keeping of tensors, on which all other tests lean. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor } from '../../src/backend/tf.ts';
import { keepForFile, keptCount, strayTensors } from './tensors.ts';

const failure = (assert: () => void): string => {
  try {
    assert();
  } catch (error) {
    return (error as Error).message;
  }
  return 'passed';
};

describe('toBeAllclose', () => {
  it('passes within atol + rtol · |expected|, and no further', () => {
    // |10.2 - 10| = 0.2 ≤ 0.1 + 0.01 · 10 = 0.2 holds in reals; 10.19 and 10.21 stand clear of rounding
    expect([10.19]).toBeAllclose([10], { rtol: 0.01, atol: 0.1 });
    expect([10.21]).not.toBeAllclose([10], { rtol: 0.01, atol: 0.1 });
  });

  it('reports the worst element', () => {
    const message = failure(() => expect([1, 2, 3]).toBeAllclose([1, 2.5, 4]));
    expect(message).toContain('2 of 3 elements differ');
    expect(message).toContain('flat index 2: expected 4, got 3');
  });

  it('tells NaN from numbers, and equal infinities from unequal ones', () => {
    expect([Number.NaN, Infinity]).toBeAllclose([Number.NaN, Infinity]);
    expect([Number.NaN]).not.toBeAllclose([0]);
    expect([0]).not.toBeAllclose([Number.NaN]);
    expect([Infinity]).not.toBeAllclose([-Infinity]);
  });

  it('compares lengths, and shapes between tensors', async () => {
    await initBackend('cpu');
    expect(failure(() => expect([1]).toBeAllclose([1, 2]))).toContain('expected 2 elements, got 1');
    tf.tidy(() => {
      expect(tf.ones([2, 2])).toBeAllclose([[1, 1], [1, 1]]);
      expect(failure(() => expect(tf.ones([4])).toBeAllclose(tf.ones([2, 2])))).toContain('expected shape [2, 2], got [4]');
    });
  });
});

describe('keepForFile', () => {
  let kept: { weights: Tensor[]; byName: Map<string, Tensor> };
  beforeAll(async () => {
    await initBackend('cpu');
    kept = keepForFile({ weights: [tf.ones([2]), tf.zeros([3])], byName: new Map([['a', tf.scalar(1)]]) });
  });

  it('finds tensors in objects, arrays and maps, and lets them live', () => {
    expect(keptCount()).toBe(3);
    expect(kept.weights[0]!.isDisposed).toBe(false);
  });

  it('counts as stray what nobody keeps', () => {
    const stray = tf.ones([1]);
    expect(strayTensors()).toBe(1);
    stray.dispose();
    expect(strayTensors()).toBe(0);
  });

  it('does not count a tensor that a test disposes of', () => {
    kept.weights[1]!.dispose();
    expect(keptCount()).toBe(2);
  });
});
