/** Sets up what an experiment's evaluation needs: its data, its methods, and the cells of its matrix. */
import type { ExperimentConfig } from '../config/experiment.ts';
import { createEncoder } from '../encoder/create.ts';
import { encoderFingerprint } from '../encoder/fingerprint.ts';
import { loadLm } from '../lm/load.ts';
import { disposeWeights } from '../lm/weights.ts';
import { lazy, once } from '../methods/once.ts';
import { methodEntry } from '../methods/registry.ts';
import type { MethodResources } from '../methods/resources.ts';
import { rulesFingerprint } from './cell.ts';
import { openTestData } from './data.ts';
import { planCells, type Cell, type RepositoryData } from './plan.ts';

export interface OpenEvaluation {
  readonly cells: readonly Cell[];
  /** What a user should hear about the methods' weights, each once. */
  readonly caveats: readonly string[];
  /** Gives the language model back, where a method has loaded it. */
  release(): Promise<void>;
}

/**
 * Reads the data and plans the cells; models are loaded when a cell needs them.
 *
 * @param runs parent of all run folders, where trained adapters are looked for
 * @throws UserError for data, models or checkpoints that are missing
 */
export async function openEvaluation(config: ExperimentConfig, runs: string): Promise<OpenEvaluation> {
  const { shared, release } = openResources(config, runs);
  const repositories = config.evaluation.repositories.map((name) => openRepository(config, name, shared));
  const cells = await planCells(repositories, config.evaluation);
  return { cells, caveats: caveatsOf(repositories), release };
}

function caveatsOf(repositories: readonly RepositoryData[]): string[] {
  const all = repositories.flatMap(({ methods }) => methods.flatMap(({ caveat }) => caveat?.() ?? []));
  return [...new Set(all)];
}

/** What methods over any repository share. */
export type SharedResources = Omit<MethodResources, 'rules' | 'ruleTexts'>;

/** Models and encoders that are loaded when they are first asked for; `release` gives the language model back. */
export function openResources(config: ExperimentConfig, runs: string): { readonly shared: SharedResources; release(): Promise<void> } {
  const languageModel = lazy(() => loadLm(config.model.base), ({ weights }) => disposeWeights(weights));
  const encoder = once(async () => createEncoder(config.encoder));
  const fingerprint = once(async () => encoderFingerprint(config.encoder));
  const { retrievalEncoder: own } = config.evaluation;
  const retrievalEncoder = own === null ? encoder : once(async () => createEncoder(own));
  const shared = { experiment: config, runs, languageModel: languageModel.get, encoder, encoderFingerprint: fingerprint, retrievalEncoder };
  return { shared, release: languageModel.release };
}

function openRepository(
  config: ExperimentConfig,
  repository: RepositoryData['name'],
  shared: SharedResources,
): RepositoryData {
  const { name, rules, ruleTexts, questions } = openTestData(config.data.folder, repository, config.evaluation.split);
  const methods = config.evaluation.methods.map((method) => methodEntry(method, { ...shared, rules, ruleTexts }));
  return { name, ruleTexts, rulesFingerprint: rulesFingerprint(ruleTexts), questions, methods };
}
