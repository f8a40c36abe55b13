/** The rules that a batch shares: its gold rules and others up to the rule count, in shuffled order. */
import { tf, type Tensor2D } from '../../backend/tf.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import type { Random } from '../../random.ts';
import type { TrainingGroup } from '../data/groups.ts';

export interface BatchPool {
  /** [R, P]; the caller disposes of it. */
  readonly embeddings: Tensor2D;
  rowOf(ruleId: number): number;
}

/** @param ruleCount rules in all; a batch with more gold rules than that has these alone */
export function batchPool(group: TrainingGroup, batch: StepBatch, ruleCount: number, random: Random): BatchPool {
  const rows = batchRows(group, batch, ruleCount, random);
  const at = new Map(rows.map((row, index) => [row, index]));
  return {
    embeddings: tf.tidy(() => tf.gather(group.embeddings, tf.tensor1d(rows, 'int32')) as Tensor2D),
    rowOf: (ruleId) => at.get(group.rowOf(ruleId)) as number,
  };
}

/** Rows of the group's rules, gold ones of the batch among them. */
export function batchRows(group: TrainingGroup, batch: StepBatch, ruleCount: number, random: Random): number[] {
  const size = group.ruleIds.length;
  const rows = new Set(batch.gold.flat(2).map((id) => group.rowOf(id)));
  const wanted = Math.min(size, Math.max(ruleCount, rows.size));
  while (rows.size < wanted) rows.add(random.integer(0, size - 1));
  return random.shuffle([...rows]);
}
