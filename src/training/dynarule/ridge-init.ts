/** Measures what the ridge initialisation of the confidence layer needs, and makes its adapters. */
import { tf, type Tensor, type Tensor2D, type Tensor3D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { addToSums, emptySums, solveRidge } from '../../dynarule/ridge.ts';
import { embedWithSearch } from '../../dynarule/search-token.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { stepQueries } from '../../dynarule/step-queries.ts';
import { runLayers } from '../../lm/forward.ts';
import { causalBias } from '../../lm/masks.ts';
import { range, ropeAngles } from '../../lm/rope.ts';
import { prepareGroup, type GroupOptions, type TrainingGroup } from '../data/groups.ts';
import type { TrainingSetup } from './setup.ts';

/** Groups of batches that the regression sees; some 700 steps each. */
const GROUPS = 12;
const RIDGE = 1e-3;
/** Scales s that are tried; the one of least contrastive loss on the last group wins. */
const SCALES = [1, 2, 4, 8, 16, 32, 64];

export interface RidgeInit {
  /** W̃Q, [D, A]. */
  readonly query: Tensor2D;
  /** W̃K, [P, A]. */
  readonly key: Tensor2D;
  /** On steps that the regression did not see, over the rules of a group. */
  readonly recallAt1: number;
  readonly loss: number;
}

/** @param search the `<search>` embedding that training begins with, [1, D] */
export async function ridgeInit(
  config: ExperimentConfig,
  setup: TrainingSetup,
  options: GroupOptions,
  layer: number,
  search: Tensor2D,
): Promise<RidgeInit> {
  const { hiddenSize, heads, headDim } = setup.model.config;
  const sums = emptySums(hiddenSize, setup.encoder.dimensions);
  for (let index = 0; index < GROUPS; index += 1) {
    const group = await prepareGroup({ ...options, seed: `${config.seed}|ridge` }, index);
    for (const batch of fittedBatches(group, setup)) {
      const [states, products, count] = batchProducts(setup, group, batch, layer, search);
      addToSums(sums, count, states, products);
    }
    group.embeddings.dispose();
  }
  const solution = tf.tensor2d(Float32Array.from(solveRidge(sums, RIDGE)), [hiddenSize, setup.encoder.dimensions]);
  const group = await prepareGroup({ ...options, seed: `${config.seed}|ridge` }, GROUPS);
  const best = bestScale({ setup, group, layer, search, solution, temperature: config.dynarule.temperature });
  group.embeddings.dispose();
  const key = tf.tidy(() => {
    const transposed = tf.mul(tf.transpose(solution), best.scale) as Tensor2D;
    return tf.pad2d(transposed, [[0, 0], [0, heads * headDim - hiddenSize]]);
  });
  solution.dispose();
  return { query: tf.eye(hiddenSize, heads * headDim), key, recallAt1: best.recallAt1, loss: best.loss };
}

/** The batches with their first steps alone, unless all queries are means: one linear map does not fit states of two kinds. */
function fittedBatches(group: TrainingGroup, setup: TrainingSetup): readonly StepBatch[] {
  if (setup.format.stepQuery === 'context') return group.batches;
  return group.batches.map((batch) => ({ ...batch, steps: batch.steps.filter(({ step }) => step === 0) }));
}

/** States of a batch's steps at the layer's normalised input, [N, D]. */
function stepStates(setup: TrainingSetup, batch: StepBatch, layer: number, search: Tensor2D): Tensor2D {
  const { model } = setup;
  let states: Tensor2D | null = null;
  runLayers(model, {
    embeddings: embedWithSearch(model, search, batch.ids, batch.rows),
    angles: ropeAngles([range(batch.length)], model.config.headDim, model.config.ropeTheta),
    bias: causalBias(batch.length),
    memory: (index, x: Tensor3D) => {
      if (index === layer) {
        const flat = tf.reshape(x, [batch.ids.length, model.config.hiddenSize]) as Tensor2D;
        states = stepQueries(flat, batch.steps, batch.length);
      }
      return null;
    },
  });
  if (states === null) throw new Error(`the model has no layer ${layer}`);
  return states;
}

function goldRows(group: TrainingGroup, batch: StepBatch): Int32Array {
  return Int32Array.from(batch.steps, ({ gold }) => group.rowOf(gold[0] as number));
}

function batchProducts(
  setup: TrainingSetup,
  group: TrainingGroup,
  batch: StepBatch,
  layer: number,
  search: Tensor2D,
): [ArrayLike<number>, ArrayLike<number>, number] {
  const [states, products] = tf.tidy(() => {
    const h = stepStates(setup, batch, layer, search);
    const gold = tf.gather(group.embeddings, tf.tensor1d(goldRows(group, batch), 'int32'));
    const centred = tf.sub(gold, tf.mean(group.embeddings, 0, true)) as Tensor2D;
    return [tf.matMul(h, h, true), tf.matMul(h, centred, true)] as [Tensor, Tensor];
  });
  const read: [ArrayLike<number>, ArrayLike<number>, number] = [states.dataSync(), products.dataSync(), batch.steps.length];
  tf.dispose([states, products]);
  return read;
}

interface ScaleResult {
  readonly scale: number;
  readonly loss: number;
  readonly recallAt1: number;
}

/** What a scale is tried on. */
interface Probe {
  readonly setup: TrainingSetup;
  readonly group: TrainingGroup;
  readonly layer: number;
  readonly search: Tensor2D;
  /** B, [D, P]. */
  readonly solution: Tensor2D;
  readonly temperature: number;
}

function bestScale(probe: Probe): ScaleResult {
  const results = SCALES.map((scale): ScaleResult => ({ scale, ...scoreScale(probe, scale) }));
  return results.reduce((best, result) => (result.loss < best.loss ? result : best));
}

/** Contrastive loss and recall@1 with relevance s · h B · e. */
function scoreScale(probe: Probe, scale: number): { loss: number; recallAt1: number } {
  const { setup, group, layer, search, solution, temperature } = probe;
  let steps = 0;
  let loss = 0;
  let hits = 0;
  for (const batch of fittedBatches(group, setup)) {
    tf.tidy(() => {
      const gold = goldRows(group, batch);
      const predicted = tf.matMul(stepStates(setup, batch, layer, search), solution);
      const logits = tf.mul(tf.matMul(predicted, group.embeddings, false, true), scale / temperature) as Tensor2D;
      const normaliser = tf.logSumExp(logits, 1).dataSync();
      const best = tf.argMax(logits, 1).dataSync();
      const values = logits.dataSync();
      gold.forEach((row, step) => {
        loss += (normaliser[step] as number) - (values[step * logits.shape[1] + row] as number);
        if (best[step] === row) hits += 1;
      });
      steps += gold.length;
    });
  }
  return { loss: loss / steps, recallAt1: hits / steps };
}
