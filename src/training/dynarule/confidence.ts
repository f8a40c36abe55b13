/**
 * The confidence layer after stage 1: attention entropy over the rules of a
 * pool, layer by layer, over a question set (paper, Figures 3 and 8).
 */
import { tf, type Tensor4D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { confidenceLayer, questionEntropies, summariseEntropies, type LayerEntropy } from '../../dynarule/entropy.ts';
import { stage1Loss, type Stage1Input } from '../../dynarule/stage1-loss.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { randomStream, type Random } from '../../random.ts';
import { REPRESENTATIONS, type Representation } from '../../ruleworld/types.ts';
import { prepareGroup, wholeSteps, type TrainingGroup } from '../data/groups.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { batchPool } from './batch-pool.ts';
import { goldRows, visibleRules } from './curriculum.ts';
import type { StepData } from './group-cache.ts';
import type { TrainingSetup } from './setup.ts';
import { stage1Groups } from './stage1-task.ts';

export interface ConfidenceReport {
  readonly questions: number;
  readonly rulesSeen: number;
  /** By representation, then layer; in nats. */
  readonly entropies: Readonly<Record<Representation, readonly LayerEntropy[]>>;
  /** Layer of lowest entropy, mean of both representations, from 0. */
  readonly layer: number;
}

/** Measures on questions of stage 1's repositories, in a draw of their own. */
export async function measureConfidence(
  config: ExperimentConfig,
  setup: TrainingSetup,
  parameters: TensorRecord,
): Promise<ConfidenceReport> {
  const collected = new Map<Representation, number[][]>();
  for (const representation of REPRESENTATIONS) {
    const base = wholeSteps(stage1Groups(config, setup));
    const representations = { FOL: 0, NL: 0, [representation]: 1 };
    const group = await prepareGroup({ ...base, seed: `${config.seed}|confidence`, representations }, 0);
    collected.set(representation, entropiesOf(config, setup, parameters, group));
    group.embeddings.dispose();
  }
  const layers = (representation: Representation): number[][] => collected.get(representation) ?? [];
  const both = layers('FOL').map((values, layer) => [...values, ...(layers('NL')[layer] ?? [])]);
  return {
    questions: both[0]?.length ?? 0,
    rulesSeen: config.stage1.ruleCount,
    entropies: { FOL: summariseEntropies(layers('FOL')), NL: summariseEntropies(layers('NL')) },
    layer: confidenceLayer(summariseEntropies(both)),
  };
}

/** Entropies by layer, one value a question. */
function entropiesOf(
  config: ExperimentConfig,
  setup: TrainingSetup,
  parameters: TensorRecord,
  group: TrainingGroup,
): number[][] {
  const random = randomStream(`${config.seed}|confidence|pools`);
  const byLayer: number[][] = setup.model.weights.layers.map(() => []);
  for (const batch of group.batches) {
    tf.tidy(() => {
      const answers = answerTokens(batch);
      const observe = (layer: number, weights: Tensor4D): void => {
        byLayer[layer]?.push(...questionEntropies(weights, answers));
      };
      // The loss itself is of no interest: it runs the layers that are observed.
      stage1Loss(parameters, { ...poolInput(config, setup, { group, batch }, random), observe });
    });
  }
  return byLayer;
}

/** A batch with every rule of its pool in sight, unless it needs more gold rules than a pool holds. */
function poolInput(config: ExperimentConfig, setup: TrainingSetup, { group, batch }: StepData, random: Random): Stage1Input {
  const { ruleCount } = config.stage1;
  const { embeddings, rowOf } = batchPool(group, batch, ruleCount, random);
  const bias = visibleRules(goldRows(batch, rowOf), embeddings.shape[0], ruleCount, random, config.dynarule.ruleOffset);
  return { model: setup.model, keyNorm: config.dynarule.keyNorm, batch, embeddings, bias };
}

/** 1 for tokens whose next token is part of the answer, row-major [B, S]. */
function answerTokens(batch: StepBatch): Float32Array {
  const counted = new Float32Array(batch.ids.length);
  for (const position of batch.positions) counted[position] = 1;
  return counted;
}
