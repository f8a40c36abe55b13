import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { stepBatch, type StepBatch } from '../../src/dynarule/step-batch.ts';
import { planSlots, slotBias, slotEmbeddings } from '../../src/dynarule/step-memory.ts';
import { stepQueries } from '../../src/dynarule/step-queries.ts';
import { MASKED } from '../../src/lm/masks.ts';
import { exampleOf } from './tiny-model.ts';

beforeAll(() => initBackend());

/** Row 0: two steps, the second from token 2 on. Row 1: one step for its two tokens, then padding. */
const batch = (): StepBatch =>
  stepBatch(
    [
      exampleOf({
        ids: [5, 6, 30, 7],
        weights: [0, 1, 1, 1],
        queries: [{ kind: 'mean', from: 0, to: 2 }, { kind: 'token', position: 2 }],
        stepOf: [-1, 0, 1, 1],
        gold: [[10], [11]],
      }),
      exampleOf({ ids: [8, 9], weights: [0, 1], queries: [{ kind: 'token', position: 1 }], stepOf: [0, 0], gold: [[12]] }),
    ],
    0,
  );
/** Pool of five rules, K = 2: chosen rows of the three steps. */
const CHOSEN = [Int32Array.of(3, 1), Int32Array.of(0, 4), Int32Array.of(2, 3)];

it('lays steps out side by side; a missing step is filled with zeros', () => {
  const plan = planSlots(batch(), CHOSEN, 5);
  expect([plan.rows, plan.maxSteps, plan.k]).toEqual([2, 2, 2]);
  expect([...plan.poolRows]).toEqual([3, 1, 0, 4, 2, 3, 0, 0]);
  // n · 5 + row: step 0 → 3, 1; step 1 → 5, 9; step 2 → 12, 13.
  expect([...plan.scoreIndices]).toEqual([3, 1, 5, 9, 12, 13, 0, 0]);
});

it('takes embeddings by slot', () => {
  tf.tidy(() => {
    const pool = tf.tensor2d([0, 10, 20, 30, 40], [5, 1]);
    expect(slotEmbeddings(pool, planSlots(batch(), CHOSEN, 5)).arraySync().flat(2)).toEqual([30, 10, 0, 40, 20, 30, 0, 0]);
  });
});

it('opens the rules of its own step to a token, with β + λ · (a − max a) on them', () => {
  tf.tidy(() => {
    const scores = tf.tensor2d([
      [0, 1, 0, 3, 0], // chosen 3 and 1: 0 and 1 - 3 = -2
      [2, 0, 0, 0, 6], // chosen 0 and 4: -4 and 0
      [0, 0, 5, 4, 0], // chosen 2 and 3: 0 and -1
    ]);
    const plan = planSlots(batch(), CHOSEN, 5);
    const m = MASKED;
    const open = (prior: number[]): number[][][] => [
      [[m, m, m, m], [prior[0]!, prior[1]!, m, m], [m, m, prior[2]!, prior[3]!], [m, m, prior[2]!, prior[3]!]],
      [[prior[4]!, prior[5]!, m, m], [prior[4]!, prior[5]!, m, m], [m, m, m, m], [m, m, m, m]],
    ];
    expect(slotBias(scores, batch(), plan, { priorWeight: 0.5, ruleOffset: 0 }).arraySync()).toEqual(open([0, -1, -2, 0, 0, -0.5]));
    expect(slotBias(scores, batch(), plan, { priorWeight: 0, ruleOffset: 0.25 }).arraySync()).toEqual(open([0.25, 0.25, 0.25, 0.25, 0.25, 0.25]));
  });
});

it('takes the query at a token, or the mean over a range', () => {
  tf.tidy(() => {
    // Flat rows b · 4 + s: token s of row b has the values 10 b + s and its square.
    const queries = tf.tensor2d([[0, 0], [1, 1], [2, 4], [3, 9], [10, 100], [11, 121], [0, 0], [0, 0]]);
    expect(stepQueries(queries, batch().steps, 4)).toBeAllclose([[0.5, 0.5], [2, 4], [11, 121]]);
    expect(stepQueries(queries, batch().steps.slice(1), 4).arraySync()).toEqual([[2, 4], [11, 121]]);
  });
});
