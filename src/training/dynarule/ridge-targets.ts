/** Steps as the ridge regression sees them: a state each, and the rules that it should find. */
import type { Tensor2D } from '../../backend/tf.ts';
import { embedWithSearch } from '../../dynarule/search-token.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { stepQueries } from '../../dynarule/step-queries.ts';
import { runLayers } from '../../lm/forward.ts';
import { causalBias } from '../../lm/masks.ts';
import { range, ropeAngles } from '../../lm/rope.ts';
import { flatRows } from '../../lm/rows.ts';
import type { TrainingGroup } from '../data/groups.ts';
import type { TrainingSetup } from './setup.ts';

/** The batches; with their first steps alone where later queries are of another kind: one linear map does not fit both. */
export function fittedBatches(group: TrainingGroup, setup: TrainingSetup): readonly StepBatch[] {
  if (setup.format.stepQuery !== 'mean') return group.batches;
  return group.batches.map((batch) => ({ ...batch, steps: batch.steps.filter(({ step }) => step === 0) }));
}

/** States of a batch's steps at the layer's normalised input, [N, D]. */
export function stepStates(setup: TrainingSetup, batch: StepBatch, layer: number, search: Tensor2D): Tensor2D {
  const { model } = setup;
  const own = model.weights.layers[layer];
  if (own === undefined) throw new Error(`the model has no layer ${layer}`);
  // A model that ends below the layer, with the layer's own norm behind it.
  const below = { ...model, weights: { ...model.weights, layers: model.weights.layers.slice(0, layer), finalNorm: own.inputNorm } };
  const { hidden } = runLayers(below, {
    embeddings: embedWithSearch(model, search, batch.ids, batch.rows),
    angles: ropeAngles([range(batch.length)], model.config),
    bias: causalBias(batch.length),
  });
  return stepQueries(flatRows(hidden), batch.steps, batch.length);
}

/** What the regression should find: each gold rule of each step is a target of its own, so a step with several aims at their mean. */
export interface Targets {
  /** Index of each target's step among the batch's steps. */
  readonly steps: Int32Array;
  /** Row of its gold rule among the group's embeddings. */
  readonly rows: Int32Array;
}

export function targetsOf(group: TrainingGroup, batch: StepBatch): Targets {
  const targets = batch.steps.flatMap(({ gold }, step) => gold.map((rule) => [step, group.rowOf(rule)] as const));
  return { steps: Int32Array.from(targets, ([step]) => step), rows: Int32Array.from(targets, ([, row]) => row) };
}
