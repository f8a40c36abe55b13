/**
 * The distractor curriculum of stage 1: gold rules alone, then more and more of
 * the pool. A model that meets a hundred rules from the start never begins to
 * read them (docs/log.md).
 */
import { tf, type Tensor3D } from '../../backend/tf.ts';
import type { Stage1 } from '../../config/stages.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { MASKED } from '../../lm/masks.ts';
import type { Random } from '../../random.ts';

/** Distractors that a question sees at this step, counted from 1. */
export function distractorsAt(stage: Stage1, step: number): number {
  const { goldOnly, full } = stage.curriculum;
  const progress = step / stage.steps;
  if (progress <= goldOnly) return 0;
  const ramp = full > goldOnly ? Math.min(1, (progress - goldOnly) / (full - goldOnly)) : 1;
  return Math.round(ramp * stage.ruleCount);
}

/**
 * Bias over the pool, [B, 1, R]: the offset β for a question's own gold rules and for
 * `distractors` distinct others (all others where there are fewer), masked elsewhere.
 *
 * @param rows pool rows of each question's gold rules
 */
export function visibleRules(
  rows: readonly (readonly number[])[],
  poolSize: number,
  distractors: number,
  random: Random,
  offset: number,
): Tensor3D {
  const bias = new Float32Array(rows.length * poolSize).fill(MASKED);
  rows.forEach((gold, question) => {
    for (const row of [...gold, ...drawOthers(gold, poolSize, distractors, random)]) bias[question * poolSize + row] = offset;
  });
  return tf.tensor3d(bias, [rows.length, 1, poolSize]);
}

function drawOthers(gold: readonly number[], poolSize: number, count: number, random: Random): number[] {
  const own = new Set(gold);
  const others = Array.from({ length: poolSize }, (_, row) => row).filter((row) => !own.has(row));
  return count < others.length ? random.shuffle(others).slice(0, count) : others;
}

/** Gold pool rows of each question of a batch. */
export function goldRows(batch: StepBatch, rowOf: (ruleId: number) => number): number[][] {
  return batch.gold.map((steps) => steps.flat().map(rowOf));
}
