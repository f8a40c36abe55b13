/**
 * First query and key adapters of the confidence layer by the contrastive loss (Eq. 5) alone. What reaches the layer is the
 * frozen base's, whatever the adapters are, so states are computed once; W̃Q whitens them, and what is left to learn, W̃K, is a
 * multinomial logistic regression over rules: convex, and hundreds of steps take seconds.
 */
import { tf, type Scalar, type Tensor2D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { contrastiveLoss } from '../../dynarule/contrastive.ts';
import { recallAtOne } from '../../dynarule/recall-at-one.ts';
import { relevance } from '../../dynarule/relevance.ts';
import { addToSums, emptySums } from '../../dynarule/ridge.ts';
import { whitening } from '../../dynarule/whitening.ts';
import { randomStream } from '../../random.ts';
import { tensorNamed, type TensorRecord } from '../../tensors/named.ts';
import { adamW } from '../adamw.ts';
import { prepareGroup, type GroupOptions } from '../data/groups.ts';
import { applyUpdate, disposeState, type Trained } from '../optimizer.ts';
import { lossAndGradients } from '../parameters.ts';
import { cosineWithWarmup } from '../schedule.ts';
import type { ChooserInit } from './ridge-init.ts';
import { fittedBatches, stepStates } from './ridge-targets.ts';
import type { TrainingSetup } from './setup.ts';

/** Questions that are learnt from: so many a rule, within these bounds. */
const QUESTIONS = { perRule: 48, least: 256, most: 24_576 } as const;
/** Questions that tell how well it retrieves. */
const HELD_OUT = 512;
const STEPS = 600;
/** Steps of questions in a batch. */
const BATCH = 256;
const OPTIMIZER = { learningRate: 0.01, warmup: 20, finalRate: 0.02, betas: [0.9, 0.99] } as const;
/** Weight of ½‖W̃K / T‖²: questions in other words move the states further than those that are learnt from do among themselves. */
const PENALTY = 3e-4;
/** Share of the mean of the states' moments that is added before they are whitened. */
const RIDGE = 1e-3;

/** @param search the `<search>` embedding that training begins with, [1, D] */
export async function logisticInit(
  config: ExperimentConfig,
  setup: TrainingSetup,
  options: GroupOptions,
  layer: number,
  search: Tensor2D,
): Promise<ChooserInit> {
  const seed = `${config.seed}|logistic`;
  const { size } = options.repositoryOf(0, randomStream(seed));
  const questions = Math.min(QUESTIONS.most, Math.max(QUESTIONS.least, QUESTIONS.perRule * size));
  const learnt = await observed(setup, { ...options, seed, questions }, layer, search);
  const query = whiteningOf(learnt.states, setup);
  const whitened = { ...learnt, states: tf.matMul(learnt.states, query) as Tensor2D };
  const scaled = learnKey(whitened, seed);
  const held = await observed(setup, { ...options, seed: `${seed}|held out`, questions: HELD_OUT }, layer, search);
  const measured = tf.tidy(() => measure({ ...held, states: tf.matMul(held.states, query) as Tensor2D }, scaled));
  [learnt, held].forEach(disposeObserved);
  whitened.states.dispose();
  const key = tf.tidy(() => tf.mul(scaled, config.dynarule.temperature) as Tensor2D);
  scaled.dispose();
  return { query, key, ...measured };
}

/** Steps of many questions, and the rules they may find. */
interface Observed {
  /** [N, D] */
  readonly states: Tensor2D;
  /** [M, P] */
  readonly embeddings: Tensor2D;
  /** Rows of `embeddings` that each step should find. */
  readonly gold: readonly (readonly number[])[];
}

async function observed(setup: TrainingSetup, options: GroupOptions, layer: number, search: Tensor2D): Promise<Observed> {
  const group = await prepareGroup(options, 0);
  const batches = fittedBatches(group, setup);
  const parts = batches.map((batch) => tf.tidy(() => stepStates(setup, batch, layer, search)));
  const states = tf.concat2d(parts, 0);
  tf.dispose(parts);
  const gold = batches.flatMap(({ steps }) => steps.map((step) => step.gold.map((rule) => group.rowOf(rule))));
  return { states, embeddings: group.embeddings, gold };
}

function disposeObserved({ states, embeddings }: Observed): void {
  tf.dispose([states, embeddings]);
}

/** W̃Q, [D, A]; columns beyond D are zeros. */
function whiteningOf(states: Tensor2D, { model }: TrainingSetup): Tensor2D {
  const { hiddenSize, heads, headDim } = model.config;
  const sums = emptySums(hiddenSize, 0);
  const products = tf.tidy(() => tf.matMul(states, states, true).dataSync());
  addToSums(sums, states.shape[0], products, []);
  const moments = sums.states.map((value) => value / sums.count);
  return tf.tidy(() => {
    const square = tf.tensor2d(Float32Array.from(whitening(moments, RIDGE)), [hiddenSize, hiddenSize]);
    return tf.pad2d(square, [[0, 0], [0, heads * headDim - hiddenSize]]);
  });
}

/** W̃K / T, [P, A], from whitened states [N, A]. */
function learnKey({ states, embeddings, gold }: Observed, seed: string): Tensor2D {
  const random = randomStream(`${seed}|batches`);
  const optimizer = adamW({ schedule: cosineWithWarmup({ ...OPTIMIZER, steps: STEPS }), betas: OPTIMIZER.betas, weightDecay: 0 });
  const first: TensorRecord = { key: tf.zeros([embeddings.shape[1], states.shape[1]]) };
  let trained: Trained = { parameters: first, state: optimizer.init(first) };
  for (let step = 0; step < STEPS; step += 1) {
    const rows = Array.from({ length: BATCH }, () => random.integer(0, gold.length - 1));
    const batch = tf.tidy(() => tf.gather(states, tf.tensor1d(rows, 'int32')));
    const positives = rows.map((row) => gold[row] as readonly number[]);
    const { gradients } = lossAndGradients(trained.parameters, (values) => {
      const key = tensorNamed(values, 'key') as Tensor2D;
      const penalty = tf.mul(tf.sum(tf.square(key)), PENALTY / 2);
      return tf.add(contrastiveLoss(scoresOf(batch, key, embeddings), positives, 1), penalty) as Scalar;
    });
    batch.dispose();
    trained = applyUpdate(optimizer, gradients, trained);
  }
  disposeState(trained.state);
  return tensorNamed(trained.parameters, 'key') as Tensor2D;
}

/** Relevance to whitened states, [N, M]. */
function scoresOf(states: Tensor2D, key: Tensor2D, embeddings: Tensor2D): Tensor2D {
  return relevance({ key, keyBias: null }, states, embeddings, 'none');
}

function measure({ states, embeddings, gold }: Observed, key: Tensor2D): Pick<ChooserInit, 'recallAt1' | 'loss'> {
  const scores = scoresOf(states, key, embeddings);
  return { recallAt1: recallAtOne(scores, gold), loss: contrastiveLoss(scores, gold, 1).dataSync()[0] as number };
}
