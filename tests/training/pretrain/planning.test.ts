import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D, type Tensor3D } from '../../../src/backend/tf.ts';
import { packBatch } from '../../../src/lm/pack.ts';
import { planningLoss, planningTargets } from '../../../src/training/pretrain/planning.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

const MARKS = { stepId: 2, endIds: [3, 1] };

/** Rows of a batch; every token has a weight. */
function batchOf(...rows: number[][]) {
  return packBatch(rows.map((ids) => ({ ids, weights: ids.map(() => 1) })), 0);
}

describe('planningTargets', () => {
  it('gives each mark the distinct words up to the next mark, the box or the end', () => {
    // Row 0: question 9, step [5, 6, 5], step [7], box. Row 1, padded to 8: step [8], end.
    const targets = planningTargets(batchOf([9, 2, 5, 6, 5, 2, 7, 3], [2, 8, 1]), MARKS);
    expect([...targets.positions]).toEqual([1, 5, 8]);
    expect(targets.words).toEqual([[5, 6], [7], [8]]);
  });

  it('leaves out a mark without words', () => {
    expect(planningTargets(batchOf([2, 3, 4]), MARKS).words).toEqual([]);
  });
});

describe('planningLoss', () => {
  it('averages the words of a step, then the steps', () => {
    // Two words with embeddings e₀ = (1, 0), e₁ = (0, 1), head the identity.
    // State (ln 3, 0): probabilities 3/4 and 1/4. Words {0, 1}: −(ln ¾ + ln ¼)/2 = 0.836988.
    // State (0, 0): one half each. Word {1}: ln 2 = 0.693147. Mean 0.765068.
    const x = tf.tensor3d([Math.log(3), 0, 0, 0], [1, 2, 2]) as Tensor3D;
    const head = tf.eye(2) as Tensor2D;
    const loss = tf.tidy(() => planningLoss(x, { positions: Int32Array.from([0, 1]), words: [[0, 1], [1]] }, head, tf.eye(2)));
    expect(loss).toBeAllclose([0.765068]);
    tf.dispose([x, head, loss]);
  });
});
