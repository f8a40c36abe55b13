/**
 * The rules that each token of a training batch sees. The K rules of every step
 * stand side by side, R = maxSteps · K slots a row, and a bias lets a token see
 * those of its own step alone — as it will at inference, where each `<search>`
 * replaces the rules in the cache.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import { MASKED } from '../lm/masks.ts';
import { pickRows } from '../lm/rows.ts';
import type { RuleAttentionConfig } from './rule-attention.ts';
import type { StepBatch } from './step-batch.ts';

/** Which pool rows fill the slots. */
export interface SlotPlan {
  readonly rows: number;
  readonly maxSteps: number;
  readonly k: number;
  /** [B·R] pool row of each slot; 0 in slots of steps that an example does not have. */
  readonly poolRows: Int32Array;
  /** [B·R] flat index n·M + row of the slot's score; 0 likewise. */
  readonly scoreIndices: Int32Array;
}

/**
 * @param chosen pool rows of each of the N steps, K each
 * @param poolSize M
 */
export function planSlots(batch: StepBatch, chosen: readonly Int32Array[], poolSize: number): SlotPlan {
  const k = chosen[0]?.length ?? 0;
  const slots = batch.maxSteps * k;
  const poolRows = new Int32Array(batch.rows * slots);
  const scoreIndices = new Int32Array(batch.rows * slots);
  batch.steps.forEach(({ row, step }, index) => {
    const start = row * slots + step * k;
    (chosen[index] as Int32Array).forEach((poolRow, at) => {
      poolRows[start + at] = poolRow;
      scoreIndices[start + at] = index * poolSize + poolRow;
    });
  });
  return { rows: batch.rows, maxSteps: batch.maxSteps, k, poolRows, scoreIndices };
}

/** Embeddings of the slots, [B, R, P]; not on the path of any gradient. */
export function slotEmbeddings(pool: Tensor2D, plan: SlotPlan): Tensor3D {
  const index = tf.tensor2d(plan.poolRows, [plan.rows, plan.maxSteps * plan.k], 'int32');
  return tf.gather(pool, index) as unknown as Tensor3D;
}

type BiasConfig = Pick<RuleAttentionConfig, 'priorWeight' | 'ruleOffset'>;

/**
 * Bias of the slots, [B, S, R]: a token's own step is open, every other masked;
 * open slots carry the offset β and the prior λ · (a − max a) of their step.
 *
 * @param scores relevance a, [N, M]
 */
export function slotBias(scores: Tensor2D, batch: StepBatch, plan: SlotPlan, attention: BiasConfig): Tensor3D {
  const { priorWeight, ruleOffset } = attention;
  const mask = visibility(batch, plan.k, ruleOffset);
  if (priorWeight === 0) return mask;
  const flat = tf.reshape(scores, [scores.size, 1]) as Tensor2D;
  const slots = tf.reshape(pickRows(flat, plan.scoreIndices), [plan.rows, plan.maxSteps, plan.k]);
  const prior = tf.mul(tf.sub(slots, tf.max(slots, -1, true)), priorWeight);
  return tf.add(mask, tf.reshape(prior, [plan.rows, 1, plan.maxSteps * plan.k])) as Tensor3D;
}

function visibility(batch: StepBatch, k: number, offset: number): Tensor3D {
  const slots = batch.maxSteps * k;
  const mask = new Float32Array(batch.ids.length * slots).fill(MASKED);
  batch.stepOf.forEach((step, token) => {
    if (step >= 0) mask.fill(offset, token * slots + step * k, token * slots + (step + 1) * k);
  });
  return tf.tensor3d(mask, [batch.rows, batch.length, slots]);
}
