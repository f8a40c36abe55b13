/**
 * The measured work: one stage-2 step of the tiny configuration or of SmolLM2's, on
 * synthetic questions of the usual sizes. Both sides of the comparison read the same numbers.
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
/** Tokens of a question with its answer. */
const TINY_LENGTHS: Lengths = { shortest: 96, longest: 128 };
const SMOLLM2_LENGTHS: Lengths = { shortest: 160, longest: 160 };
/** Of MiniLM's sentence vectors. */
const MINILM_DIMENSIONS = 384;

interface Lengths {
  readonly shortest: number;
  readonly longest: number;
}

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
  return { experiment, lm, confidenceLayer: CONFIDENCE_LAYER, dimensions: DIMENSIONS, ...questions(experiment, lm, TINY_LENGTHS) };
}

/** Eight questions of 160 tokens and a pool of 1,000 rules, otherwise as experiments/smollm2.yaml. */
export function smollm2Spec(lm: LmConfig): Stage2Spec {
  const experiment = loadExperiment('experiments/smollm2.yaml', ['stage2.batchSize=8', 'stage2.negatives=pool', 'stage2.ruleCount=1000']);
  const layer = experiment.dynarule.confidenceLayer;
  if (layer === 'auto') throw new Error('the benchmark needs a confidence layer that is known beforehand');
  return { experiment, lm, confidenceLayer: layer - 1, dimensions: MINILM_DIMENSIONS, ...questions(experiment, lm, SMOLLM2_LENGTHS) };
}

function questions({ stage2 }: ExperimentConfig, lm: LmConfig, lengths: Lengths): Pick<Stage2Spec, 'poolSize' | 'examples'> {
  const poolSize = stage2.negatives === 'pool' ? stage2.ruleCount : stage2.repositoryRules;
  const random = randomStream(SEED);
  const examples = Array.from({ length: stage2.batchSize }, (_, row) => drawExample(row, { lm, poolSize, lengths, random }));
  return { poolSize, examples };
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

interface Drawing {
  readonly lm: LmConfig;
  readonly poolSize: number;
  readonly lengths: Lengths;
  readonly random: Random;
}

/** Prompt, then two or three steps (8/3 on average), each called for by a `<search>`. */
function drawExample(row: number, { lm, poolSize, lengths, random }: Drawing): StepExample {
  const length = random.integer(lengths.shortest, lengths.longest);
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
