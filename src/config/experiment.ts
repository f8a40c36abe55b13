/** The schema of an experiment: one YAML file decides data, model, training and evaluation. */
import { z } from 'zod';
import { Baselines } from './baselines.ts';
import { DryRun } from './dry-run.ts';
import { DynaRule } from './dynarule.ts';
import { Encoder } from './encoder.ts';
import { Evaluation } from './evaluation.ts';
import { loadYaml } from './load.ts';
import { OwnRules } from './own-rules.ts';
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
  /** Adapters that are evaluated where the experiment has no finished training of its own in its run folder. */
  adapters: text.nullable().default(null),
});

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
  /** Training on a user's own rules. */
  ownRules: OwnRules.prefault({}),
  /** What `--dry-run` builds in miniature. */
  dryRun: DryRun.prefault({}),
  /** Experiments of the trained baselines. */
  baselines: Baselines.prefault({}),
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
  const { topK, retrieval, stepQuery, confidenceInit } = config.dynarule;
  const { FOL, NL } = config.stage2.representations;
  if (confidenceInit === 'logistic' && FOL > 0 && NL > 0) {
    complain(['dynarule', 'confidenceInit'], 'logistic learns from questions of one representation: set stage2.representations.FOL or .NL to 0, or take ridge');
  }
  if (stepQuery === 'sequence' && retrieval !== 'once') {
    complain(['dynarule', 'stepQuery'], 'sequence is a query over the whole answer, which needs retrieval: once');
  }
  if (config.ownRules.otherWords < 1 && stepQuery !== 'context') {
    complain(['ownRules', 'otherWords'], 'words are weighted in the mean over the context: set dynarule.stepQuery: context, or otherWords: 1');
  }
  if (topK > config.stage2.ruleCount) {
    complain(['dynarule', 'topK'], `topK ${topK} is more than the ${config.stage2.ruleCount} rules of stage2.ruleCount`);
  }
  const smallest = Math.min(...config.evaluation.ruleCounts);
  if (topK > smallest) {
    complain(['dynarule', 'topK'], `topK ${topK} is more than the smallest of evaluation.ruleCounts, ${smallest}`);
  }
  if (config.stage2.from !== null && config.stage2.adapters !== null) {
    complain(['stage2', 'adapters'], 'stage 2 goes on from a run (stage2.from) or from adapters, not from both');
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
