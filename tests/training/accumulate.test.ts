/** Several batches as one step. */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { disposeTensors } from '../../src/tensors/named.ts';
import { accumulateBatches, type BatchResult } from '../../src/training/accumulate.ts';
import { addGradients } from '../../src/training/optimizer.ts';

beforeAll(() => initBackend('cpu'));

const result = (value: number): BatchResult => ({
  gradients: { a: tf.tensor([value, 0]) },
  loss: value,
  tokens: 10 * value,
  metrics: { recall: value / 8 },
});

describe('accumulateBatches', () => {
  it('means gradients, loss and metrics of the batches of the step, and sums their tokens', async () => {
    // Step 2 of three batches each: batches 4, 5, 6, whose mean is 5.
    const asked: number[] = [];
    const mean = await accumulateBatches(3, 2, (batch) => {
      asked.push(batch);
      return result(batch);
    });
    expect(asked).toEqual([4, 5, 6]);
    expect(mean.gradients['a']!).toBeAllclose([5, 0]);
    expect(mean).toMatchObject({ loss: 5, tokens: 150, metrics: { recall: 0.625 } });
    disposeTensors(mean.gradients);
  });

  it('hands a single batch through as it is', async () => {
    const only = result(7);
    expect(await accumulateBatches(1, 7, (batch) => (batch === 7 ? only : result(batch)))).toBe(only);
    disposeTensors(only.gradients);
  });

  it('refuses to add gradients of other names', () => {
    const [left, right] = [{ a: tf.tensor([1]) }, { b: tf.tensor([1]) }];
    expect(() => addGradients(left, right)).toThrow('without gradient: a');
    disposeTensors(left);
    disposeTensors(right);
  });
});
