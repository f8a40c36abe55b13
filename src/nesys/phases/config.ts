/** The schema of `nesys workshop`, `cluster`, `induce`, `select`, `finetune`, `phase2` and `route`: the two phases of NeSyS on one set of questions. */
import { z } from 'zod';
import { DryRun } from '../../config/dry-run.ts';
import { Endpoint } from '../../config/endpoint.ts';
import { FineTuning } from '../../config/fine-tuning.ts';
import { loadYaml } from '../../config/load.ts';
import { count, fraction, positiveInteger, runName, text, weight } from '../../config/sections.ts';
import { FEATURES } from '../clustering/cluster-texts.ts';
import { SCALES } from '../energy.ts';
import { PROMPT_STYLES } from '../neural/prompt.ts';
import { CLEANINGS } from '../selection/cleaning.ts';

const Questions = z.strictObject({
  /** Files with texts and log-probs, in any form that has both. */
  train: text.default('datasets/workshop/train.jsonl'),
  dev: text.default('datasets/workshop/dev.jsonl'),
  /** Texts alone: what phase 2 is judged on. */
  test: text.default('datasets/workshop/test.jsonl'),
  /** Whose log-probs are taken from files that have those of several models. */
  model: text.nullable().default(null),
});

/** Questions of the project's own world, where they are made. */
const Workshop = z.strictObject({
  folder: text.default('datasets/workshop'),
  train: count.max(100_000).default(2000),
  dev: count.max(100_000).default(400),
  test: count.max(100_000).default(600),
});

const Clustering = z.strictObject({
  /** Term weights, embeddings, or both side by side. */
  features: z.enum(FEATURES).default('both'),
  /** Folder of MiniLM, for embeddings. */
  encoder: text.default('models/minilm'),
  /** Dimensions after the truncated SVD. */
  components: positiveInteger.default(50),
  umap: z
    .strictObject({
      dimensions: positiveInteger.default(5),
      neighbours: z.int().min(2).default(15),
      minDistance: fraction.default(0),
    })
    .prefault({}),
  optics: z
    .strictObject({
      minSamples: z.int().min(2).default(3),
      /** Least relative change of reachability that is steep. */
      xi: z.number().gt(0).lt(1).default(0.05),
      /** A share of the errors below 1, or a count from 2 on. */
      minClusterSize: z.union([z.number().gt(0).lt(1), z.int().min(2)]).default(0.1),
    })
    .prefault({}),
});

/** Who writes rules. */
const Proposer = z.discriminatedUnion('kind', [
  // Rules are asked for one after the other, and prompts are never cut.
  z.strictObject({ kind: z.literal('endpoint'), endpoint: Endpoint.omit({ contextLength: true, maxConcurrent: true }) }),
  z.strictObject({
    kind: z.literal('recorded'),
    /** `{"reply": "…"}` one a line, in the order in which they are asked for. */
    file: text,
  }),
]);

const Induction = z.strictObject({
  proposer: Proposer.nullable().default(null),
  /** How often errors are clustered anew. */
  rounds: count.default(2),
  /** Clusters of a round, at most; the largest first. */
  clusters: positiveInteger.default(8),
  /** Further versions of a rule after the first. */
  reflections: count.default(3),
  /** Errors that a prompt shows, at most. */
  examples: positiveInteger.default(5),
  /** What is done before with rules that do harm beside the neural model: discarded (the paper), or repaired if that helps (its code). */
  cleaning: z.enum(CLEANINGS).default('none'),
});

/** The language model that is fine-tuned, and asked how likely choices are. */
const Neural = z.strictObject({
  /** Hugging Face folder or GGUF file. */
  model: text.default('checkpoints/tiny-base'),
  /** Whether prompts say what the task is, or have state and action alone. */
  prompt: z.enum(PROMPT_STYLES).default('instructed'),
  /** Questions whose choices are judged in one pass. */
  batchQuestions: positiveInteger.default(8),
});

/** Fine-tuned models that are compared. */
const Comparison = z.strictObject({
  /** Shares of the training questions, each selected by rules and drawn evenly; all of them stand beside. */
  shares: z.array(z.number().gt(0).lt(1)).min(1).default([0.5]),
  /** Each seeds selection, first values and batches of one run of every share. */
  seeds: z.array(count).min(1).default([1]),
});

const Trees = z.strictObject({
  depth: positiveInteger.default(3),
  rounds: positiveInteger.default(50),
  eta: z.number().gt(0).max(1).default(0.1),
  lambda: weight.default(1),
  /** Least sum of hessians on either side of a split. */
  leastHessian: weight.default(1),
});

const Router = z.strictObject({
  /** Evaluation files of any form, scored by rules; without test, dev alone is judged, by folds. */
  dev: text.default('datasets/workshop/dev-scored.json'),
  test: text.nullable().default(null),
  folds: z.int().min(2).default(5),
  trees: Trees.prefault({}),
});

export const PhasesConfig = z.strictObject({
  name: runName,
  /** Seeds questions, clustering, prompts, selection and folds. */
  seed: count.default(1),
  workshop: Workshop.prefault({}),
  questions: Questions.prefault({}),
  /** Rules that are there already: the name of a set of the project, or a Python file; null for none. */
  rules: text.nullable().default(null),
  energy: z
    .strictObject({
      /** γ: 1, or the spread of the question's log-probs, or that and 1. */
      scale: z.enum(SCALES).default('spread+1'),
    })
    .prefault({}),
  clustering: Clustering.prefault({}),
  induction: Induction.prefault({}),
  selection: z
    .strictObject({
      /** Share of the training questions that is taken. */
      share: fraction.default(0.5),
    })
    .prefault({}),
  neural: Neural.prefault({}),
  fineTuning: FineTuning.prefault({}),
  comparison: Comparison.prefault({}),
  router: Router.prefault({}),
  /** What `finetune --dry-run` builds in miniature. */
  dryRun: DryRun.prefault({}),
});
export type PhasesConfig = z.infer<typeof PhasesConfig>;

/** Reads an experiment; see `loadYaml` for `extends`, overrides and errors. */
export function loadPhases(path: string, overrides: readonly string[] = []): PhasesConfig {
  return loadYaml(path, PhasesConfig, overrides);
}
