/**
 * Teacher-forced scores on questions that are not trained on, FOL and NL apart.
 * Questions, rules and pools are drawn once, so that two scores of a run, or of
 * two runs of one seed, differ by the adapters alone.
 */
import { tf } from '../../backend/tf.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';
import { randomStream } from '../../random.ts';
import { REPRESENTATIONS, type Representation } from '../../ruleworld/types.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { prepareGroup, type GroupOptions, type TrainingGroup } from '../data/groups.ts';
import type { TrainingRepository } from '../data/repository.ts';
import { batchPool, type BatchPool } from './batch-pool.ts';

/** A mean over some of a batch's tokens or steps. */
export interface Score {
  /** Of the log, without the representation: validationLoss. */
  readonly name: string;
  readonly value: number;
  /** What the mean is over: tokens or steps. */
  readonly weight: number;
}

export interface ValidationOptions {
  /** How the stage writes its questions, and how many a batch has. */
  readonly groups: Omit<GroupOptions, 'repositoryOf'>;
  /** Not kept once the questions are drawn: its embeddings may be hundreds of megabytes. */
  readonly repository: TrainingRepository;
  /** Questions in each representation. */
  readonly questions: number;
  /** Rules in the pool that a batch shares. */
  readonly ruleCount: number;
  /** Scores of one batch; may leave tensors to the caller's tidy. */
  readonly scoreBatch: (parameters: TensorRecord, batch: StepBatch, pool: BatchPool) => readonly Score[];
}

export interface Validation {
  /** Means over all questions, named by score and representation: validationLossNL. */
  score(parameters: TensorRecord): Promise<Readonly<Record<string, number>>>;
  dispose(): void;
}

/**
 * Draws the questions and keeps the embeddings of their rules and pools.
 * @throws UserError where a sub-task of the mix has no question, or none fits the context
 */
export async function openValidation(options: ValidationOptions): Promise<Validation> {
  const seed = `${options.groups.seed}|validation`;
  const { ruleCount, scoreBatch } = options;
  const groups = await drawGroups(options, seed);
  return {
    score: async (parameters) => {
      const scores = [...groups].flatMap(([representation, group]) =>
        scoreGroup({ seed, ruleCount, scoreBatch }, parameters, group).map((score) => ({ ...score, name: score.name + representation })),
      );
      return weightedMeans(scores);
    },
    dispose: () => groups.forEach((group) => group.embeddings.dispose()),
  };
}

/** A group for each representation that is trained. */
async function drawGroups(options: ValidationOptions, seed: string): Promise<Map<Representation, TrainingGroup>> {
  const { groups, repository, questions, ruleCount } = options;
  const drawn = new Map<Representation, TrainingGroup>();
  for (const representation of REPRESENTATIONS.filter((name) => groups.representations[name] > 0)) {
    const representations = { FOL: 0, NL: 0, [representation]: 1 };
    const own = { ...groups, seed, representations, questions, rules: ruleCount, repositoryOf: () => repository };
    drawn.set(representation, await prepareGroup(own, 0));
  }
  return drawn;
}

interface Scoring extends Pick<ValidationOptions, 'ruleCount' | 'scoreBatch'> {
  readonly seed: string;
}

function scoreGroup({ seed, ruleCount, scoreBatch }: Scoring, parameters: TensorRecord, group: TrainingGroup): Score[] {
  const random = randomStream(`${seed}|pools`);
  return group.batches.flatMap((batch) => {
    const pool = batchPool(group, batch, ruleCount, random);
    let scores: readonly Score[] = [];
    tf.tidy(() => {
      scores = scoreBatch(parameters, batch, pool);
    });
    pool.embeddings.dispose();
    return scores;
  });
}

/** The mean of each name's values by their weights. */
export function weightedMeans(scores: readonly Score[]): Record<string, number> {
  const sums = new Map<string, { total: number; weight: number }>();
  for (const { name, value, weight } of scores) {
    const sum = sums.get(name) ?? { total: 0, weight: 0 };
    sums.set(name, { total: sum.total + value * weight, weight: sum.weight + weight });
  }
  return Object.fromEntries([...sums].map(([name, { total, weight }]) => [name, total / weight]));
}
