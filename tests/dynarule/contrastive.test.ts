import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { contrastiveLoss } from '../../src/dynarule/contrastive.ts';

beforeAll(() => initBackend());

const loss = (scores: number[][], positives: number[][], temperature: number): number =>
  tf.tidy(() => contrastiveLoss(tf.tensor2d(scores), positives, temperature).dataSync()[0]!);

it('is the cross-entropy over the pool where each step has one gold rule', () => {
  // Step 1: scores ln 1, ln 2, ln 5, gold the last: -ln(5/8). Step 2: equal scores: ln 3. Mean of both.
  const expected = (Math.log(8 / 5) + Math.log(3)) / 2;
  expect(loss([[0, Math.log(2), Math.log(5)], [7, 7, 7]], [[2], [0]], 1)).toBeAllclose(expected);
});

it('leaves the other gold rules of a step out, and averages over pairs', () => {
  // exp(scores) = 1, 2, 3, 4. Gold 1 and 3: 2 / (1 + 2 + 3) and 4 / (1 + 3 + 4); the second step's gold 0: 1 / 10.
  const scores = [0, Math.log(2), Math.log(3), Math.log(4)];
  const expected = (Math.log(3) + Math.log(2) + Math.log(10)) / 3;
  expect(loss([scores, scores], [[1, 3], [0]], 1)).toBeAllclose(expected);
});

it('divides scores by the temperature', () => {
  // 0.2 · ln 2 / 0.2 = ln 2: gold 1 of weights 1 : 2.
  expect(loss([[0, 0.2 * Math.log(2)]], [[1]], 0.2)).toBeAllclose(Math.log(3 / 2));
});
