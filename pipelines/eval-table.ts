/**
 * Evaluates the methods of an experiment and prints tables of the paper, our rows
 * beside its own. What is answered already is not asked again.
 */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { dumpYaml } from '../src/config/load.ts';
import { openCellStore, type CellStore } from '../src/evaluation/cell-store.ts';
import { gatherEvaluation, splitFiles, type Evaluated } from '../src/evaluation/evaluate.ts';
import { missingCells, missingLines, tableCommand } from '../src/evaluation/missing.ts';
import type { Cell } from '../src/evaluation/plan.ts';
import { runCellsInProcesses } from '../src/evaluation/process-pool.ts';
import { startEvaluationProgress, type EvaluationProgress } from '../src/evaluation/progress.ts';
import { readResults, type Results } from '../src/evaluation/results.ts';
import { runCells } from '../src/evaluation/runner.ts';
import { openEvaluation } from '../src/evaluation/setup.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { makeTables, tableNeeds, tableRowsFor, type TableSource } from '../src/evaluation/tables/catalogue.ts';
import type { TableName } from '../src/evaluation/tables/names.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';
import { gitCommit } from '../src/training/run-folder.ts';

export interface EvalOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  /** `key.path=value`, later ones winning. */
  readonly set?: readonly string[];
  readonly tables: readonly TableName[];
  /** Further results.json files whose rows stand in the tables. */
  readonly beside?: readonly string[] | undefined;
  readonly backend?: string | undefined;
  /** Processes that share the cells; 1, by default, is this one. */
  readonly workers?: number | undefined;
  /** Prints what is answered so far, and asks nothing. */
  readonly finished?: boolean | undefined;
  /** Parent of all run folders, trained adapters among them; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/results.json (runs/<name>/validation/results.json for validation questions) and prints the tables.
 *
 * @throws UserError for a bad configuration, and for data, models or checkpoints that are missing
 */
export async function run(options: EvalOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const runs = options.root ?? 'runs';
  const { split } = config.evaluation;
  const files = splitFiles(config.name, split, runs);
  const beside = (options.beside ?? []).map(readResults);
  const evaluation = await openEvaluation(config, runs);
  for (const caveat of evaluation.caveats) process.stderr.write(`${caveat}\n`);
  const store = openCellStore(files.cells);
  if (options.finished !== true) {
    writeTextAtomically(files.config, dumpYaml(config));
    await answer(config, evaluation.cells, store, options).finally(evaluation.release);
  }
  const experiment = split === 'test' ? config.name : `${config.name} (${split})`;
  const source = { experiment, commit: gitCommit() ?? 'unknown' };
  const evaluated = gatherEvaluation(evaluation.cells, store, files, source);
  printTables(evaluated, beside, config, options, print);
  print(`\n${files.results}: ${evaluated.results.cells.length} cells; report: dynarule report --experiment ${options.experiment}`);
}

/** Answers what is not answered yet, in this process or in several. */
async function answer(config: ExperimentConfig, cells: readonly Cell[], store: CellStore, options: EvalOptions): Promise<void> {
  const progress = startEvaluationProgress(cells.reduce((sum, { questions }) => sum + questions.length, 0));
  const { workers = 1 } = options;
  const work = workers === 1 ? answerHere(cells, store, progress, options) : answerInProcesses(config, cells, store, progress, options);
  await work.finally(progress.stop);
}

async function answerHere(cells: readonly Cell[], store: CellStore, progress: EvaluationProgress, options: EvalOptions): Promise<void> {
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  await runCells(cells, { store, backend: backend.name, progress: progress.update });
}

async function answerInProcesses(
  config: ExperimentConfig,
  cells: readonly Cell[],
  store: CellStore,
  progress: EvaluationProgress,
  options: EvalOptions,
): Promise<void> {
  const open = cells.filter(({ name }) => !store.isFinished(name));
  for (const { name, place, questions } of cells) {
    if (store.isFinished(name)) progress.update(place, questions.length, questions.length);
  }
  const setting = { experiment: config, runs: options.root ?? 'runs', backend: options.backend };
  await runCellsInProcesses(open, { workers: options.workers ?? 1, setting, progress: progress.update, ready: announceBackend });
}

/** Each table over the experiment's repositories, after what it lacks. */
function printTables(
  evaluated: Evaluated,
  beside: readonly Results[],
  config: ExperimentConfig,
  options: EvalOptions,
  print: (line: string) => void,
): void {
  const { results, scores } = evaluated;
  const source: TableSource = { results: [results, ...beside], scores };
  const asked = { file: options.experiment, set: options.set ?? [], evaluation: config.evaluation };
  for (const name of options.tables) {
    const needs = tableNeeds(name);
    const missing = missingCells(config.evaluation, results.cells, needs);
    for (const line of missingLines(missing, tableCommand(name, asked, needs))) print(line);
    const tables = config.evaluation.repositories.flatMap((repository) => makeTables(name, source, repository));
    for (const table of tables) print(`\n${terminalTable(table)}`);
    if (tables.length === 0) print(`\ntable ${name}: nothing to show; it has rows for ${tableRowsFor(name)}`);
  }
}
