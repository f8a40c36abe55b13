/** The published numeric files of a folder: one for each environment, model and split. What is not there is named. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluationSet } from '../data/evaluation-set.ts';
import { readEvaluationSet } from '../data/read-set.ts';
import type { PaperEnvironment } from '../environments/columns.ts';
import { MODEL_NAMES, type Model } from './paper.ts';

/** The files of one environment and model. */
export interface PublishedPair {
  readonly environment: PaperEnvironment;
  readonly model: Model;
  readonly dev: EvaluationSet | null;
  readonly test: EvaluationSet | null;
  /** Test log-probs without scores of rules, where the numeric file is missing and the texts have them. */
  readonly neuralTest: EvaluationSet | null;
  /** Files that are not in the folder. */
  readonly missing: readonly string[];
}

/** Environments whose logs are published; ScienceWorld's are not. */
const PUBLISHED = ['webshop', 'plancraft'] as const;

/** @throws UserError for a file that is there and not whole */
export function readPublished(folder: string): PublishedPair[] {
  return PUBLISHED.flatMap((environment) => MODEL_NAMES.map((model) => readPair(folder, environment, model)));
}

function readPair(folder: string, environment: PaperEnvironment, model: Model): PublishedPair {
  const name = (split: string): string => `derived_${environment}_${model}_${split}.json.gz`;
  const read = (file: string, of?: string): EvaluationSet | null =>
    existsSync(join(folder, file)) ? readEvaluationSet(join(folder, file), of) : null;
  const [dev, test] = [read(name('dev')), read(name('test'))];
  const neuralTest = test ?? read(`slim_${environment}_test.json.gz`, model);
  const missing = [...(dev === null ? [name('dev')] : []), ...(test === null ? [name('test')] : [])];
  return { environment, model, dev, test, neuralTest, missing };
}
