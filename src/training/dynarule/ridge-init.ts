/** Measures what the ridge initialisation of the confidence layer needs, and makes its adapters. */
import { tf, type Tensor, type Tensor2D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { addToSums, emptySums, solveRidge } from '../../dynarule/ridge.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { prepareGroup, wholeSteps, type GroupOptions, type TrainingGroup } from '../data/groups.ts';
import { bestScale } from './ridge-scale.ts';
import { fittedBatches, stepStates, targetsOf } from './ridge-targets.ts';
import type { TrainingSetup } from './setup.ts';

/** Groups of questions that the regression sees; some 700 steps of answers each in the tiny experiment. */
const GROUPS = 12;
const RIDGE = 1e-3;

/** First adapters of the confidence layer. */
export interface ChooserInit {
  /** W̃Q, [D, A]. */
  readonly query: Tensor2D;
  /** W̃K, [P, A]. */
  readonly key: Tensor2D;
  /** On steps that were not learnt from, over the rules of a group. */
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
): Promise<ChooserInit> {
  const { hiddenSize, heads, headDim } = setup.model.config;
  const sums = emptySums(hiddenSize, setup.encoder.dimensions);
  const groups = wholeSteps({ ...options, seed: `${config.seed}|ridge` });
  for (let index = 0; index < GROUPS; index += 1) {
    const group = await prepareGroup(groups, index);
    const mean = tf.tidy(() => tf.mean(group.embeddings, 0, true));
    for (const batch of fittedBatches(group, setup)) {
      const statesOf = (): Tensor2D => stepStates(setup, batch, layer, search);
      const [states, products, count] = batchProducts(group, batch, mean, statesOf);
      addToSums(sums, count, states, products);
    }
    tf.dispose([mean, group.embeddings]);
  }
  const solution = tf.tensor2d(Float32Array.from(solveRidge(sums, RIDGE)), [hiddenSize, setup.encoder.dimensions]);
  const group = await prepareGroup(groups, GROUPS);
  const best = bestScale({ setup, group, layer, search, solution, temperature: config.dynarule.temperature });
  group.embeddings.dispose();
  const key = tf.tidy(() => {
    const transposed = tf.mul(tf.transpose(solution), best.scale) as Tensor2D;
    return tf.pad2d(transposed, [[0, 0], [0, heads * headDim - hiddenSize]]);
  });
  solution.dispose();
  return { query: tf.eye(hiddenSize, heads * headDim), key, recallAt1: best.recallAt1, loss: best.loss };
}

/** HᵀH and Hᵀ(E − ē) of one batch, and its targets. @param mean ē, [1, P] */
function batchProducts(
  group: TrainingGroup,
  batch: StepBatch,
  mean: Tensor,
  statesOf: () => Tensor2D,
): [ArrayLike<number>, ArrayLike<number>, number] {
  const targets = targetsOf(group, batch);
  const [states, products] = tf.tidy(() => {
    const h = tf.gather(statesOf(), tf.tensor1d(targets.steps, 'int32'));
    const gold = tf.gather(group.embeddings, tf.tensor1d(targets.rows, 'int32'));
    const centred = tf.sub(gold, mean) as Tensor2D;
    return [tf.matMul(h, h, true), tf.matMul(h, centred, true)] as [Tensor, Tensor];
  });
  const read: [ArrayLike<number>, ArrayLike<number>, number] = [states.dataSync(), products.dataSync(), targets.steps.length];
  tf.dispose([states, products]);
  return read;
}
