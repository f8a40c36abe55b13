/**
 * What analyses of a trained model have in common: the original repository, the questions
 * of the experiment's first seed, and its models. `evaluation.perSubtask`, `.methods`,
 * `.ruleCounts`, `.representations` and `.seeds` of the experiment decide how much is asked.
 */
import type { ExperimentConfig } from '../config/experiment.ts';
import { questionsFingerprint, rulesFingerprint } from '../evaluation/cell.ts';
import { openTestData } from '../evaluation/data.ts';
import { chooseQuestions } from '../evaluation/pools.ts';
import { openResources } from '../evaluation/setup.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { MethodResources } from '../methods/resources.ts';
import type { Question } from '../ruleworld/types.ts';
import { gitCommit } from '../training/run-folder.ts';

export interface OpenAnalysis {
  readonly config: ExperimentConfig;
  /** The same for questions and pools. */
  readonly seed: number;
  readonly questions: readonly Question[];
  readonly resources: MethodResources;
  /** Told what is done, for whoever waits. */
  readonly progress: (line: string) => void;
}

/** What every analysis writes about itself. */
export function analysisHead({ config, questions }: OpenAnalysis): { readonly experiment: string; readonly commit: string; readonly questions: number } {
  return { experiment: config.name, commit: gitCommit() ?? 'unknown', questions: questions.length };
}

/** Hash of what is asked: rules, questions and the seed of the pools. */
export function askedFingerprint({ questions, resources, seed }: OpenAnalysis): string {
  return fingerprint([rulesFingerprint(resources.ruleTexts), questionsFingerprint(questions), seed]);
}

/**
 * Opens data and models, runs the analysis, and gives the models back.
 *
 * @param runs parent of all run folders, where trained adapters are looked for
 * @throws UserError for data, models or checkpoints that are missing
 */
export async function withAnalysis<T>(
  config: ExperimentConfig,
  runs: string,
  progress: (line: string) => void,
  analyse: (open: OpenAnalysis) => Promise<T>,
): Promise<T> {
  const { evaluation, data } = config;
  const { rules, ruleTexts, questions } = openTestData(data.folder, 'original', evaluation.split);
  const { shared, release } = openResources(config, runs);
  const seed = evaluation.seeds[0] ?? 1;
  const chosen = chooseQuestions(questions, evaluation.perSubtask, seed);
  try {
    return await analyse({ config, seed, questions: chosen, resources: { ...shared, rules, ruleTexts }, progress });
  } finally {
    await release();
  }
}
