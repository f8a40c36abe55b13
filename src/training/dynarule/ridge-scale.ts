/** How large the relevance of the ridge regression should be: the regression itself tells directions alone. */
import { tf, type Tensor2D } from '../../backend/tf.ts';
import { weightedCrossEntropy } from '../../lm/cross-entropy.ts';
import type { TrainingGroup } from '../data/groups.ts';
import { fittedBatches, stepStates, targetsOf, type Targets } from './ridge-targets.ts';
import type { TrainingSetup } from './setup.ts';

/** Scales s that are tried. */
const SCALES = [1, 2, 4, 8, 16, 32, 64];

export interface ScaleResult {
  readonly scale: number;
  readonly loss: number;
  readonly recallAt1: number;
}

/** What a scale is tried on. */
export interface Probe {
  readonly setup: TrainingSetup;
  readonly group: TrainingGroup;
  readonly layer: number;
  readonly search: Tensor2D;
  /** B, [D, P]. */
  readonly solution: Tensor2D;
  readonly temperature: number;
}

/** Scores h B · e of one batch's steps against the rules of the group. */
interface BatchScores {
  /** [N, M] */
  readonly scores: Tensor2D;
  readonly targets: Targets;
}

/** The scale of least contrastive loss. */
export function bestScale(probe: Probe): ScaleResult {
  const { setup, group, layer, search, solution } = probe;
  const batches = fittedBatches(group, setup).map((batch): BatchScores => {
    const scores = tf.tidy(() => tf.matMul(tf.matMul(stepStates(setup, batch, layer, search), solution), group.embeddings, false, true));
    return { scores: scores as Tensor2D, targets: targetsOf(group, batch) };
  });
  const steps = batches.reduce((sum, { scores }) => sum + scores.shape[0], 0);
  const recallAt1 = sumOver(batches, bestIsGold) / steps;
  const targets = batches.reduce((sum, batch) => sum + batch.targets.rows.length, 0);
  const results = SCALES.map((scale): ScaleResult => {
    const loss = sumOver(batches, (batch) => retrievalLoss(batch, scale / probe.temperature)) / targets;
    return { scale, loss, recallAt1 };
  });
  tf.dispose(batches.map(({ scores }) => scores));
  return results.reduce((best, result) => (result.loss < best.loss ? result : best));
}

function sumOver(batches: readonly BatchScores[], sumOf: (batch: BatchScores) => number): number {
  return batches.reduce((sum, batch) => sum + sumOf(batch), 0);
}

/** Steps whose best rule is one of their gold rules. */
function bestIsGold({ scores, targets }: BatchScores): number {
  const best = tf.tidy(() => tf.argMax(scores, 1).dataSync());
  const found = targets.rows.reduce((steps, row, index) => {
    const step = targets.steps[index] as number;
    return best[step] === row ? steps.add(step) : steps;
  }, new Set<number>());
  return found.size;
}

/** Contrastive loss of relevance scale · h B · e, summed over the targets. */
function retrievalLoss({ scores, targets }: BatchScores, scale: number): number {
  return tf.tidy(() => {
    const logits = tf.mul(tf.gather(scores, tf.tensor1d(targets.steps, 'int32')), scale) as Tensor2D;
    return weightedCrossEntropy(logits, targets.rows, new Float32Array(targets.rows.length).fill(1)).dataSync()[0] as number;
  });
}
