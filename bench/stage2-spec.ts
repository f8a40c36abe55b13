/**
 * The measured work: one stage-2 step of the tiny configuration, on synthetic
 * questions of the usual sizes. Both sides of the comparison read the same numbers.
 */
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { loadPretrain } from '../src/config/pretrain.ts';
import type { StepExample } from '../src/dynarule/step-batch.ts';
import type { LmConfig } from '../src/lm/config.ts';
import { randomStream, type Random } from '../src/random.ts';

const SEED = 'bench|stage 2';
/** The third of six layers, as the tiny base's usual confidence layer; from 0. */
const CONFIDENCE_LAYER = 2;
/** About the width of every encoder's embeddings. */
const DIMENSIONS = 1024;
const PROMPT_TOKENS = 42;
const SHORTEST = 96;
const LONGEST = 128;

export interface Stage2Spec {
  readonly experiment: ExperimentConfig;
  readonly lm: LmConfig;
  /** From 0. */
  readonly confidenceLayer: number;
  /** Width P of a rule embedding. */
  readonly dimensions: number;
  /** Rules M that a step is scored against. */
  readonly poolSize: number;
  readonly examples: readonly StepExample[];
}

/**
 * @param overrides of experiments/tiny.yaml, `key.path=value`
 */
export function stage2Spec(overrides: readonly string[]): Stage2Spec {
  const experiment = loadExperiment('experiments/tiny.yaml', overrides);
  const lm = tinyBase();
  const { stage2 } = experiment;
  const poolSize = stage2.negatives === 'pool' ? stage2.ruleCount : stage2.repositoryRules;
  const random = randomStream(SEED);
  const examples = Array.from({ length: stage2.batchSize }, (_, row) => drawExample(lm, row, poolSize, random));
  return { experiment, lm, confidenceLayer: CONFIDENCE_LAYER, dimensions: DIMENSIONS, poolSize, examples };
}

/** The shape that experiments/pretrain.yaml gives the base. */
function tinyBase(): LmConfig {
  const { model } = loadPretrain('experiments/pretrain.yaml');
  return {
    ...model,
    architecture: 'llama',
    headDim: model.hiddenSize / model.heads,
    rmsNormEps: 1e-5,
    tiedEmbeddings: true,
    ropeScaling: null,
    qkvBias: false,
    bosTokenId: null,
    eosTokenId: 1,
  };
}

/** Prompt, then two or three steps (8/3 on average), each called for by a `<search>`. */
function drawExample(lm: LmConfig, row: number, poolSize: number, random: Random): StepExample {
  const length = random.integer(SHORTEST, LONGEST);
  const stepCount = row % 3 === 0 ? 2 : 3;
  const ids = Array.from({ length }, () => random.integer(2, lm.vocabSize - 1));
  const starts = stepStarts(length, stepCount);
  for (const start of starts) ids[start] = lm.vocabSize;
  return {
    ids,
    weights: ids.map((_, token) => (token < PROMPT_TOKENS ? 0 : 1)),
    stepOf: ids.map((_, token) => starts.filter((start) => start <= token).length - 1),
    queries: starts.map((position) => ({ kind: 'token', position })),
    gold: starts.map(() => [random.integer(0, poolSize - 1)]),
  };
}

/** Positions of the `<search>` tokens: the prompt's last token, then at even distances. */
function stepStarts(length: number, steps: number): number[] {
  const first = PROMPT_TOKENS - 1;
  return Array.from({ length: steps }, (_, step) => first + Math.floor((step * (length - first)) / steps));
}
