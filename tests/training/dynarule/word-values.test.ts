/** First value adapters that add a rule's words to the residual stream. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../../src/backend/tf.ts';
import { embeddingScale } from '../../../src/dynarule/adapters.ts';
import { UserError } from '../../../src/errors.ts';
import { randomStream } from '../../../src/random.ts';
import { normal } from '../../../src/tensors/normal.ts';
import { wordValues } from '../../../src/training/dynarule/word-values.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

it('inverts the output projection, worked out by hand for a diagonal one', () => {
  // W_O = diag(2, 4): W_O W_Oᵀ = diag(4, 16), λ = .01 · 10 = .1. W_Oᵀ (…)⁻¹ = diag(2 / 4.1, 4 / 16.1) = diag(.487805, .248447).
  // Times s / √A = 3 / √2: .487805 · 2.121320 = 1.034790, .248447 · 2.121320 = .527036. P = 4 holds it twice.
  const output = tf.tensor2d([2, 0, 0, 4], [2, 2]);
  const values = wordValues(output, 4, 3);
  expect(values.shape).toEqual([4, 2]);
  expect(values).toBeAllclose([1.03479, 0, 0, 0.527036, 1.03479, 0, 0, 0.527036]);
  tf.dispose([output, values]);
});

it('gives a rule the sum of its words, times the scale, on the way through the layer', () => {
  const output = tf.tidy(() => tf.add(normal([6, 6], 0.1, randomStream('output')), tf.eye(6))) as Tensor2D;
  const values = wordValues(output, 12, 5);
  // Two places of width 6; what attention passes on is √A · e · W̃V · W_O.
  const first = [1, 0, -2, 0, 0, 0.5];
  const second = [0, 3, 0, 0, 1, 0];
  const added = tf.tidy(() => {
    const rule = tf.mul(tf.tensor2d([[...first, ...second]]), embeddingScale(values));
    return tf.matMul(tf.matMul(rule as Tensor2D, values), output);
  });
  const expected = first.map((value, at) => 5 * (value + second[at]!));
  // The ridge shortens it by about a hundredth.
  expect(added).toBeAllclose(expected, { rtol: 0.03, atol: 0.15 });
  tf.dispose([output, values, added]);
});

it('refuses embeddings that are not made of token embeddings', () => {
  const output = tf.eye(4) as Tensor2D;
  expect(() => wordValues(output, 6, 1)).toThrow(UserError);
  expect(() => wordValues(output, 6, 1)).toThrow(/dynarule.valueInit: expected .* a multiple of 4 wide\n {2}got: 6/);
  output.dispose();
});
