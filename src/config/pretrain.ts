/** The schema of pretraining: the tiny base model and the text it learns from. */
import { z } from 'zod';
import { loadYaml } from './load.ts';
import { Lora } from './lora.ts';
import {
  count,
  fraction,
  Mix,
  Optimizer,
  positiveInteger,
  Questions,
  Representations,
  runName,
  text,
  weight,
  warmupFits,
} from './sections.ts';

/** A Llama-style decoder: RMSNorm, rotary positions, grouped-query attention, SwiGLU, tied embeddings. */
const Architecture = z
  .strictObject({
    layers: positiveInteger.default(6),
    hiddenSize: positiveInteger.default(192),
    /** Query heads; divides `hiddenSize`. */
    heads: positiveInteger.default(6),
    /** Key and value heads; divides `heads`. */
    kvHeads: positiveInteger.default(6),
    feedForwardSize: positiveInteger.default(512),
    /** Largest vocabulary of the tokenizer trained with the model. */
    vocabSize: positiveInteger.default(2048),
    /** Longest text, in tokens. */
    maxPositions: positiveInteger.default(1024),
    /** Base of the rotary position embedding's frequencies. */
    ropeTheta: z.number().positive().default(10_000),
  })
  .superRefine(headsFit);

/** Irrelevant rules put beside the gold ones: up to `upTo` of them from this fraction of the steps on. */
const Distractors = z.strictObject({ from: fraction, upTo: count });

const Sections = z
  .strictObject({
    /** Names the run folder, runs/<name>. */
    name: runName,
    seed: count.default(1),
    /** Folder that the finished model is written to, in Hugging Face layout. */
    output: text.default('checkpoints/tiny-base'),
    /** The new model; only `maxPositions` counts where `base` names another. */
    model: Architecture.prefault({}),
    /** An existing model that low-rank adapters teach the text, in place of a new one; `output` gets the adapters. */
    base: z.strictObject({ model: text, lora: Lora.prefault({}) }).nullable().default(null),
    questions: Questions.prefault({}),
    /** Configuration of the evaluated repositories, none of whose rules may occur in the text. */
    disjointFrom: text.default('experiments/ruleworld.yaml'),
    /** Rules in each of the worlds that the text comes from. */
    worldRules: positiveInteger.default(20_000),
    /** A world serves so many steps. */
    refreshEverySteps: positiveInteger.default(100),
    steps: positiveInteger.default(3000),
    /** Tokens in a batch, padding included. */
    batchTokens: positiveInteger.default(8192),
    /** Stages of the curriculum, in order of `from`. */
    distractors: z
      .array(Distractors)
      .min(1, 'expected at least one stage of distractors, got an empty list')
      .default([
        { from: 0, upTo: 2 },
        { from: 0.3, upTo: 6 },
        { from: 0.6, upTo: 12 },
      ]),
    /** Share of the prompts that show no rules. */
    withoutRules: fraction.default(0.3),
    /**
     * Share of the prompts without rules whose answer has one more mark before each `[Step]`, so that the base knows a
     * mark where `<search>` will stand, which begins as one.
     */
    repeatedMarks: fraction.default(0),
    /** What stands before `[Step]` in such an answer: a token of the base that nothing else needs; another `[Step]` by default. */
    searchMark: text.nullable().default(null),
    /** Auxiliary loss: at each `[Step]` a layer foretells the words of the step's premise and conclusion. Weight 0 leaves it out. */
    planning: z
      .strictObject({
        weight: weight.default(0),
        /** The layer whose input foretells, counted from 1. */
        layer: positiveInteger.default(4),
      })
      .prefault({}),
    /** Weight of the prompt's tokens in the loss; the answer's have 1. */
    promptLossWeight: fraction.default(0.1),
    mix: Mix.prefault({}),
    representations: Representations.prefault({}),
    optimizer: Optimizer.prefault({}),
    checkpointEverySteps: positiveInteger.default(500),
    keepCheckpoints: positiveInteger.default(2),
    validateEverySteps: positiveInteger.default(500),
    /** Questions of a validation; 0 turns it off. */
    validationQuestions: count.default(64),
  })
  .superRefine(warmupFits);

export const PretrainConfig = Sections.superRefine(refuseContradictions);
export type PretrainConfig = z.infer<typeof PretrainConfig>;

/** Reads a pretraining configuration; see `loadYaml` for `extends`, overrides and errors. */
export function loadPretrain(path: string, overrides: readonly string[] = []): PretrainConfig {
  return loadYaml(path, PretrainConfig, overrides);
}

function headsFit(model: { hiddenSize: number; heads: number; kvHeads: number }, context: z.RefinementCtx): void {
  const { hiddenSize, heads, kvHeads } = model;
  const complain = (key: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [key], message });
  // Rotary positions turn pairs of dimensions, so a head's width must be even.
  if (hiddenSize % (2 * heads) !== 0) complain('heads', `${heads} heads do not give an even share of hiddenSize ${hiddenSize}`);
  if (heads % kvHeads !== 0) complain('kvHeads', `${kvHeads} key heads do not divide ${heads} query heads`);
}

function refuseContradictions(config: z.infer<typeof Sections>, context: z.RefinementCtx): void {
  const starts = config.distractors.map((stage) => stage.from);
  if (starts[0] !== 0 || starts.some((from, index) => from < (starts[index - 1] ?? 0))) {
    context.addIssue({
      code: 'custom',
      path: ['distractors'],
      message: `the stages must begin at 0 and rise (got from: ${starts.join(', ')})`,
    });
  }
  if (config.batchTokens < config.model.maxPositions) {
    context.addIssue({
      code: 'custom',
      path: ['batchTokens'],
      message: `a batch of ${config.batchTokens} tokens cannot hold one text of model.maxPositions ${config.model.maxPositions}`,
    });
  }
}
