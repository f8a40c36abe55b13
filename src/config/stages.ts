/** The two training stages of DynaRule: reading rules (stage 1), retrieving them (stage 2). */
import { z } from 'zod';
import {
  count,
  fraction,
  Mix,
  Optimizer,
  optimizerShape,
  positiveInteger,
  Representations,
  runName,
  text,
  warmupFits,
  weight,
} from './sections.ts';

/** Keys that both stages have. */
const stageShape = {
  /** Updates of the adapters. */
  steps: positiveInteger.default(1000),
  /** Questions in a batch. */
  batchSize: positiveInteger.default(32),
  /** Shares of single-rule, parallel and multi-hop questions. */
  mix: Mix.prefault({}),
  /** Shares of FOL and NL. */
  representations: Representations.prefault({}),
  /** A checkpoint is written after every so many steps, and after the last. */
  checkpointEverySteps: positiveInteger.default(200),
  /** The newest checkpoints that are kept. */
  keepCheckpoints: positiveInteger.default(3),
  /** The validation questions are scored after every so many steps. */
  validateEverySteps: positiveInteger.default(200),
  /** Questions of a validation in each representation; 0 turns it off. */
  validationQuestions: count.default(64),
};

/** Stage 1 trains on gold rules alone, then ramps up the distractors. Both are fractions of the steps. */
const Curriculum = z
  .strictObject({
    /** Until here, gold rules alone. */
    goldOnly: fraction.default(0.25),
    /** From here on, the full rule count. */
    full: fraction.default(0.8),
  })
  .refine((curriculum) => curriculum.goldOnly <= curriculum.full, {
    path: ['full'],
    message: 'the full rule count must not come before the end of the gold-only part (full < goldOnly)',
  });

export const Stage1 = z
  .strictObject({
    ...stageShape,
    /** Rules in the pool that a batch shares, once the curriculum is done. */
    ruleCount: positiveInteger.default(100),
    optimizer: Optimizer.prefault({}),
    curriculum: Curriculum.prefault({}),
  })
  .superRefine(warmupFits);
export type Stage1 = z.infer<typeof Stage1>;

/** Stage 2 clips what chooses rules apart from what reads them: their gradients differ by orders of magnitude. */
const Stage2Optimizer = z.strictObject({
  ...optimizerShape,
  /** Largest norm of the gradients of what reads rules: all adapters that choose nothing; 0 does not clip. */
  clipLm: weight.default(1),
  /** Largest norm of the gradients of what chooses rules: query and key adapters of the confidence layer, `<search>`. */
  clipRetrieval: weight.default(20),
  /** Factor of the learning rate of the confidence layer's query and key adapters: a step of theirs moves relevance, which the temperature magnifies. */
  choosingRate: z.number().positive().default(1),
});

export const Stage2 = z
  .strictObject({
    ...stageShape,
    /** Name of the experiment whose stage 1 this stage goes on from; null for this one's own. */
    from: runName.nullable().default(null),
    /** Folder of adapters trained through both stages that this stage goes on from, in place of a stage 1; null for none. */
    adapters: text.nullable().default(null),
    /** Rules in the pool that a batch shares. */
    ruleCount: positiveInteger.default(1000),
    optimizer: Stage2Optimizer.prefault({}),
    /** Negatives of the retrieval loss: the batch's pool, or a large part of the repository beside it. */
    negatives: z.enum(['pool', 'repository']).default('pool'),
    /** Rules beside the gold ones that count as the repository for `negatives: repository`. */
    repositoryRules: positiveInteger.default(20_000),
    /** Sizes of the pool that candidates are taken from, one drawn for each batch; `negatives: repository` alone. */
    candidatePools: z.array(positiveInteger).min(1).default([100, 1000, 10_000]),
  })
  .superRefine(warmupFits);
export type Stage2 = z.infer<typeof Stage2>;
