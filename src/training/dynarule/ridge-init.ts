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
import { weightedCrossEntropy } from '../../lm/cross-entropy.ts';
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
    const mean = tf.tidy(() => tf.mean(group.embeddings, 0, true));
    for (const batch of fittedBatches(group, setup)) {
      const statesOf = (): Tensor2D => stepStates(setup, batch, layer, search);
      const [states, products, count] = batchProducts(group, batch, mean, statesOf);
      addToSums(sums, count, states, products);
    }
    tf.dispose([mean, group.embeddings]);
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

/** The batches; with their first steps alone where later queries are of another kind: one linear map does not fit both. */
function fittedBatches(group: TrainingGroup, setup: TrainingSetup): readonly StepBatch[] {
  if (setup.format.stepQuery !== 'mean') return group.batches;
  return group.batches.map((batch) => ({ ...batch, steps: batch.steps.filter(({ step }) => step === 0) }));
}

/** States of a batch's steps at the layer's normalised input, [N, D]. */
function stepStates(setup: TrainingSetup, batch: StepBatch, layer: number, search: Tensor2D): Tensor2D {
  const { model } = setup;
  let states: Tensor2D | null = null;
  // What comes after the layer is not needed.
  const upToLayer = { ...model, weights: { ...model.weights, layers: model.weights.layers.slice(0, layer + 1) } };
  runLayers(upToLayer, {
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

/** HᵀH and Hᵀ(E − ē) of one batch, and its steps. @param mean ē, [1, P] */
function batchProducts(
  group: TrainingGroup,
  batch: StepBatch,
  mean: Tensor,
  statesOf: () => Tensor2D,
): [ArrayLike<number>, ArrayLike<number>, number] {
  const [states, products] = tf.tidy(() => {
    const h = statesOf();
    const gold = tf.gather(group.embeddings, tf.tensor1d(goldRows(group, batch), 'int32'));
    const centred = tf.sub(gold, mean) as Tensor2D;
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

/** Scores h B · e of one batch's steps against the rules of the group. */
interface BatchScores {
  /** [N, M] */
  readonly scores: Tensor2D;
  /** Row of each step's gold rule. */
  readonly gold: Int32Array;
}

function bestScale(probe: Probe): ScaleResult {
  const { setup, group, layer, search, solution } = probe;
  const batches = fittedBatches(group, setup).map((batch): BatchScores => {
    const scores = tf.tidy(() => tf.matMul(tf.matMul(stepStates(setup, batch, layer, search), solution), group.embeddings, false, true));
    return { scores: scores as Tensor2D, gold: goldRows(group, batch) };
  });
  const recallAt1 = meanOver(batches, bestIsGold);
  const results = SCALES.map((scale): ScaleResult => {
    const loss = meanOver(batches, (batch) => retrievalLoss(batch, scale / probe.temperature));
    return { scale, loss, recallAt1 };
  });
  tf.dispose(batches.map(({ scores }) => scores));
  return results.reduce((best, result) => (result.loss < best.loss ? result : best));
}

/** Mean of a sum over steps. */
function meanOver(batches: readonly BatchScores[], sumOf: (batch: BatchScores) => number): number {
  const steps = batches.reduce((sum, { gold }) => sum + gold.length, 0);
  return batches.reduce((sum, batch) => sum + sumOf(batch), 0) / steps;
}

function bestIsGold({ scores, gold }: BatchScores): number {
  const best = tf.tidy(() => tf.argMax(scores, 1).dataSync());
  return gold.filter((row, step) => best[step] === row).length;
}

/** Contrastive loss of relevance scale · h B · e, summed over the steps. */
function retrievalLoss({ scores, gold }: BatchScores, scale: number): number {
  return tf.tidy(() => {
    const logits = tf.mul(scores, scale) as Tensor2D;
    return weightedCrossEntropy(logits, gold, new Float32Array(gold.length).fill(1)).dataSync()[0] as number;
  });
}
