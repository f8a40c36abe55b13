import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D, type Tensor3D } from '../../../src/backend/tf.ts';
import { packBatch } from '../../../src/lm/pack.ts';
import { planningLoss, planningTargets } from '../../../src/training/pretrain/planning.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

const MARKS = { openings: [[2]], dividers: [[4]], endIds: [3, 1] };

/** Rows of a batch; every token has a weight. */
function batchOf(...rows: number[][]) {
  return packBatch(rows.map((ids) => ({ ids, weights: ids.map(() => 1) })), 0);
}

describe('planningTargets', () => {
  it('gives each mark the distinct words of premise and conclusion, up to the next mark, the box or the end', () => {
    // Row 0: question 9, step [5, 6, 5] so [7], step [6] so [8, 8], box. Row 1, padded: step [8] so [5], end.
    const targets = planningTargets(batchOf([9, 2, 5, 6, 5, 4, 7, 2, 6, 4, 8, 8, 3], [2, 8, 4, 5, 1]), MARKS);
    expect([...targets.positions]).toEqual([1, 7, 13]);
    expect(targets.words).toEqual([
      { premise: [5, 6], conclusion: [7] },
      { premise: [6], conclusion: [8] },
      { premise: [8], conclusion: [5] },
    ]);
  });

  it('lets a mark before a mark foretell the same step', () => {
    const targets = planningTargets(batchOf([2, 2, 5, 4, 6, 1]), MARKS);
    expect([...targets.positions]).toEqual([0, 1]);
    expect(targets.words).toEqual([{ premise: [5], conclusion: [6] }, { premise: [5], conclusion: [6] }]);
  });

  it('reads marks and dividers of several tokens, and plans at their last', () => {
    // Mark [20, 21], divider [30, 31] or 4. A search mark 7, step [5] ⇒ [6]; a part of a mark is none.
    const marks = { openings: [[20, 21], [7]], dividers: [[30, 31], [4]], endIds: [3, 1] };
    const targets = planningTargets(batchOf([9, 7, 20, 21, 5, 30, 31, 6, 20, 21, 30, 8, 4, 20, 3]), marks);
    expect([...targets.positions]).toEqual([1, 3, 9]);
    expect(targets.words).toEqual([
      { premise: [5], conclusion: [6] },
      { premise: [5], conclusion: [6] },
      { premise: [30, 8], conclusion: [20] },
    ]);
  });

  it.each([
    ['without words', [2, 3, 4]],
    ['without a premise', [2, 4, 5, 3]],
    ['without a conclusion', [2, 5, 4, 3]],
    ['without a divider before its end', [2, 5, 6, 3, 4, 7]],
    ['whose end is cut off', [2, 5, 4, 6]],
    ['that is the last token', [5, 6, 2]],
  ])('leaves out a mark %s', (_, ids) => {
    expect(planningTargets(batchOf(ids), MARKS).words).toEqual([]);
  });
});

describe('planningLoss', () => {
  it('averages the words of a part, then the steps, and is 0 for the best forecast', () => {
    // Two words with embeddings e₀ = (1, 0), e₁ = (0, 1), heads the identity.
    // State (ln 3, 0): probabilities 3/4 and 1/4. State (0, 0): one half each.
    // Premise {0, 1} at the first: −(ln ¾ + ln ¼)/2 − ln 2 = 0.143841; {0, 1} at the second: 0. Mean 0.071921.
    // Conclusion {1} at the first: ln 4 = 1.386294; {1} at the second: ln 2 = 0.693147. Mean 1.039721.
    const x = tf.tensor3d([Math.log(3), 0, 0, 0], [1, 2, 2]) as Tensor3D;
    const head = tf.eye(2) as Tensor2D;
    const words = [{ premise: [0, 1], conclusion: [1] }, { premise: [0, 1], conclusion: [1] }];
    const loss = tf.tidy(() => planningLoss(x, { positions: Int32Array.from([0, 1]), words }, () => head, tf.eye(2)));
    expect(loss).toBeAllclose([0.071921 + 1.039721]);
    tf.dispose([x, head, loss]);
  });
});
