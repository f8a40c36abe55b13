/**
 * Evaluates the methods of an experiment and prints the paper's Tables 2 and 4,
 * our rows beside its own. What is done already is skipped.
 */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { dumpYaml } from '../src/config/load.ts';
import { openTestData } from '../src/evaluation/data.ts';
import { rulesFingerprint } from '../src/evaluation/cell.ts';
import { countQuestions, evaluate, evaluationFiles, writeEvaluation } from '../src/evaluation/evaluate.ts';
import { startEvaluationProgress } from '../src/evaluation/progress.ts';
import { openCellStore } from '../src/evaluation/records.ts';
import type { RepositoryData } from '../src/evaluation/runner.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { loadLm, type LoadedLm } from '../src/lm/load.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { methodEntry } from '../src/methods/registry.ts';
import { lazy } from '../src/methods/once.ts';
import { resultTables } from '../src/report/report.ts';
import { SUBTASKS } from '../src/ruleworld/types.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';
import { gitCommit } from '../src/training/run-folder.ts';

export interface EvalOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  /** `key.path=value`, later ones winning. */
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  /** Parent of all run folders, trained adapters among them; `runs` by default. */
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
  const root = options.root ?? 'runs';
  const files = evaluationFiles(config.name, root);
  writeTextAtomically(files.config, dumpYaml(config));
  const matrix = config.evaluation;
  const languageModel = lazy(() => loadLm(config.model.base), ({ weights }) => disposeWeights(weights));
  const repositories = openRepositories(config, root, languageModel.get);
  const total = countQuestions(repositories, matrix, matrix.perSubtask * SUBTASKS.length);
  const progress = startEvaluationProgress(total);
  const context = { store: openCellStore(files.cells), backend: backend.name, progress: progress.update };
  const records = await evaluate(repositories, matrix, context).finally(async () => {
    progress.stop();
    await languageModel.release();
  });
  const results = writeEvaluation(files, config.name, gitCommit() ?? 'unknown', records);
  for (const table of resultTables([results])) print(`\n${terminalTable(table)}`);
  print(`\n${files.results}: ${results.cells.length} cells; report: dynarule report --experiment ${options.experiment}`);
}

function openRepositories(
  config: ExperimentConfig,
  runs: string,
  languageModel: () => Promise<LoadedLm>,
): RepositoryData[] {
  return config.evaluation.repositories.map((repository) => {
    const { name, rules, ruleTexts, questions } = openTestData(config.data.folder, repository);
    const resources = { experiment: config, rules, ruleTexts, runs, languageModel };
    const methods = config.evaluation.methods.map((method) => methodEntry(method, resources));
    return { name, ruleTexts, rulesFingerprint: rulesFingerprint(ruleTexts), questions, methods };
  });
}
