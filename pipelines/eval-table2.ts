/**
 * Evaluates the methods of an experiment and prints the paper's Tables 2 and 4,
 * our rows beside its own. What is done already is skipped.
 */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { dumpYaml } from '../src/config/load.ts';
import { openTestData, type TestData } from '../src/evaluation/data.ts';
import { rulesFingerprint } from '../src/evaluation/cell.ts';
import { countQuestions, evaluate, evaluationFiles, writeEvaluation } from '../src/evaluation/evaluate.ts';
import { startEvaluationProgress } from '../src/evaluation/progress.ts';
import { openCellStore } from '../src/evaluation/records.ts';
import type { RepositoryData } from '../src/evaluation/runner.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { loadLm, type LoadedLm } from '../src/lm/load.ts';
import { methodEntry } from '../src/methods/registry.ts';
import { once } from '../src/methods/once.ts';
import { resultTables } from '../src/report/report.ts';
import { SUBTASKS } from '../src/ruleworld/types.ts';
import { writeTextAtomically } from '../src/training/atomic-write.ts';
import { gitCommit } from '../src/training/run-folder.ts';

export interface EvalOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  /** `key.path=value`, later ones winning. */
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/results.json and prints the tables.
 *
 * @throws UserError for a bad configuration, and for data, models or checkpoints that are missing
 */
export async function run(options: EvalOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const files = evaluationFiles(config.name, options.root);
  writeTextAtomically(files.config, dumpYaml(config));
  const matrix = config.evaluation;
  const repositories = openRepositories(config);
  const total = countQuestions(repositories, matrix, matrix.perSubtask * SUBTASKS.length);
  const progress = startEvaluationProgress(total);
  const context = { store: openCellStore(files.cells), backend: backend.name, progress: progress.update };
  const records = await evaluate(repositories, matrix, context).finally(progress.stop);
  const results = writeEvaluation(files, config.name, gitCommit() ?? 'unknown', records);
  for (const table of resultTables([results])) print(`\n${terminalTable(table)}`);
  print(`\n${files.results}: ${results.cells.length} cells; report: dynarule report --experiment ${options.experiment}`);
}

function openRepositories(config: ExperimentConfig): RepositoryData[] {
  const languageModel = once(() => loadLm(config.model.base));
  return config.evaluation.repositories.map((name) =>
    repositoryData(config, openTestData(config.data.folder, name), languageModel),
  );
}

function repositoryData(config: ExperimentConfig, data: TestData, languageModel: () => Promise<LoadedLm>): RepositoryData {
  const { name, rules, ruleTexts, questions } = data;
  const resources = { experiment: config, rules, ruleTexts, languageModel };
  const methods = config.evaluation.methods.map((method) => methodEntry(method, resources));
  return { name, ruleTexts, rulesFingerprint: rulesFingerprint(ruleTexts), questions, methods };
}
