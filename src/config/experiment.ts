/** The schema of an experiment: one YAML file decides data, model, training and evaluation. */
import { z } from 'zod';
import { Evaluation } from './evaluation.ts';
import { loadYaml } from './load.ts';
import { count, positiveInteger, Questions, runName, text, weight } from './sections.ts';
import { Stage1, Stage2 } from './stages.ts';

/** Which rule repositories the training questions are drawn from. */
const Worlds = z
  .strictObject({
    /** Weight of the repository that the evaluation's `original` pools come from. */
    original: weight.default(1),
    /** Weight of repositories drawn afresh during training. */
    refreshed: weight.default(1),
    /** Rules in a fresh repository. */
    refreshedRules: positiveInteger.default(20_000),
    /** A fresh repository serves so many steps. */
    refreshEverySteps: positiveInteger.default(50),
  })
  .refine((worlds) => worlds.original + worlds.refreshed > 0, 'original and refreshed must not both have weight 0');

const Data = z.strictObject({
  /** Folder of the generated dataset. */
  folder: text.default('datasets/ruleworld'),
  worlds: Worlds.prefault({}),
});

const Model = z.strictObject({
  /** The frozen language model: a Hugging Face folder or a GGUF file. */
  base: text.default('checkpoints/tiny-base'),
  /** Adapters that are evaluated where the run folder has no stage-2 checkpoint of its own. */
  adapters: text.nullable().default(null),
});

/** How a rule's text becomes its embedding. */
const Encoder = z.discriminatedUnion('kind', [
  z.strictObject({
    /** Frequency-weighted sum of seeded Gaussian word vectors. */
    kind: z.literal('hashed'),
    /** Width P of an embedding. */
    dimensions: positiveInteger.default(1024),
  }),
  z.strictObject({
    /** Token embeddings of a base model, laid out by section and place. */
    kind: z.literal('lexical'),
    /** Its Hugging Face folder. */
    base: text.default('checkpoints/tiny-base'),
  }),
  z.strictObject({
    /** all-MiniLM-L6-v2. */
    kind: z.literal('minilm'),
    /** Its Hugging Face folder. */
    folder: text.default('models/minilm'),
  }),
]);
export type EncoderConfig = z.infer<typeof Encoder>;

const DynaRule = z.strictObject({
  /** Rules that a step attends to (K of Eq. 3). */
  topK: positiveInteger.default(16),
  /** `confidence`: the confidence layer chooses for all layers from it on; `per-layer`: each chooses for itself. */
  selection: z.enum(['confidence', 'per-layer']).default('confidence'),
  /** The layer whose scores choose, counted from 1; `auto` takes the one of least entropy after stage 1. */
  confidenceLayer: z.union([z.literal('auto'), positiveInteger]).default('auto'),
  /** `layer`: a LayerNorm without parameters on the projected keys. */
  keyNorm: z.enum(['none', 'layer']).default('none'),
  /** The adapters are affine. */
  bias: z.boolean().default(false),
  /** Weight of the relevance scores as a prior on the rule logits; 0 is the paper. */
  priorWeight: weight.default(1),
  /** Step queries. `mean`: the mean over the question, then the state at each `<search>` (the paper); `search`: a `<search>` after the question, too; `context`: means over all text so far. */
  firstQuery: z.enum(['mean', 'search', 'context']).default('search'),
  /** Temperature of the contrastive loss (Eq. 5). */
  temperature: z.number().positive().default(0.2),
  /** Weight of the contrastive loss beside the language-model loss (Eq. 5). */
  contrastiveWeight: weight.default(1),
  /** First adapters of the confidence layer in stage 2: those of stage 1, or a ridge regression from query states to gold rules. */
  confidenceInit: z.enum(['stage1', 'ridge']).default('stage1'),
  /** Standard deviation of the initial key adapters. */
  keyInitStd: weight.default(0.05),
  /** Standard deviation of the initial value adapters. */
  valueInitStd: weight.default(0.02),
});
export type DynaRuleConfig = z.infer<typeof DynaRule>;

const Sections = z.strictObject({
  /** Names the run folder, runs/<name>. */
  name: runName,
  /** Seeds initial weights, batches and pools. */
  seed: count.default(1),
  data: Data.prefault({}),
  model: Model.prefault({}),
  encoder: Encoder.prefault({ kind: 'hashed' }),
  questions: Questions.prefault({}),
  dynarule: DynaRule.prefault({}),
  stage1: Stage1.prefault({}),
  stage2: Stage2.prefault({}),
  evaluation: Evaluation.prefault({}),
});

export const ExperimentConfig = Sections.superRefine(refuseContradictions);
export type ExperimentConfig = z.infer<typeof ExperimentConfig>;

/** Reads an experiment; see `loadYaml` for `extends`, overrides and errors. */
export function loadExperiment(path: string, overrides: readonly string[] = []): ExperimentConfig {
  return loadYaml(path, ExperimentConfig, overrides);
}

function refuseContradictions(config: z.infer<typeof Sections>, context: z.RefinementCtx): void {
  const complain = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  const { topK } = config.dynarule;
  if (topK > config.stage2.ruleCount) {
    complain(['dynarule', 'topK'], `topK ${topK} is more than the ${config.stage2.ruleCount} rules of stage2.ruleCount`);
  }
  const smallest = Math.min(...config.evaluation.ruleCounts);
  if (topK > smallest) {
    complain(['dynarule', 'topK'], `topK ${topK} is more than the smallest of evaluation.ruleCounts, ${smallest}`);
  }
  refuseSmallWorlds(config, complain);
}

/** A pool is drawn from one repository, so a fresh one must hold the largest pool. */
function refuseSmallWorlds(
  config: z.infer<typeof Sections>,
  complain: (path: string[], message: string) => void,
): void {
  const { refreshed, refreshedRules } = config.data.worlds;
  const largest = Math.max(config.stage1.ruleCount, config.stage2.ruleCount);
  if (refreshed === 0 || refreshedRules >= largest) return;
  complain(
    ['data', 'worlds', 'refreshedRules'],
    `a fresh repository of ${refreshedRules} rules cannot fill a pool of ${largest} (stage1.ruleCount, stage2.ruleCount)`,
  );
}
