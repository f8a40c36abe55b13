import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { confidenceLayer, questionEntropies, summariseEntropies } from '../../src/dynarule/entropy.ts';

beforeAll(() => initBackend());

it('is ln R for even attention and 0 for attention to one rule, whatever the context takes', () => {
  tf.tidy(() => {
    // Two questions, one head, one token, four rules; the rest of the attention, 0.6 and 0.9, is the context's.
    const weights = tf.tensor4d([0.1, 0.1, 0.1, 0.1, 0, 0.1, 0, 0], [2, 1, 1, 4]);
    expect(questionEntropies(weights, Float32Array.of(1, 1))).toBeAllclose([Math.log(4), 0]);
  });
});

it('averages over heads and over the tokens that count', () => {
  tf.tidy(() => {
    // Head 1: token 0 even over two rules (ln 2), token 1 one rule (0), token 2 does not count. Head 2: 0, ln 2, -.
    const weights = tf.tensor4d([0.5, 0.5, 1, 0, 0.3, 0.7, 0, 1, 0.5, 0.5, 0.3, 0.7], [1, 2, 3, 2]);
    expect(questionEntropies(weights, Float32Array.of(1, 1, 0))).toBeAllclose([Math.log(2) / 2]);
    expect(questionEntropies(weights, Float32Array.of(1, 0, 0))).toBeAllclose([Math.log(2) / 2]);
  });
});

it('finds the layer of lowest mean, with the sample deviation', () => {
  // 1, 2, 3: mean 2, squares 1 + 0 + 1 over n - 1 = 2, so deviation 1.
  const layers = summariseEntropies([[4, 4, 4], [1, 2, 3], [2, 2, 2]]);
  expect(layers[1]).toEqual({ layer: 1, mean: 2, std: 1 });
  expect(layers[0]!.std).toBe(0);
  expect(confidenceLayer(layers)).toBe(1); // the first of two equals
});
