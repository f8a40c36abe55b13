/**
 * Asks RuleWorld's questions with their gold rules in the pool and without them: chooses on validation questions what tells the
 * two apart, and counts on test questions how well it does.
 */
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { writeRefusal } from '../src/dynarule/refusal.ts';
import { createMethodHolder } from '../src/evaluation/method-holder.ts';
import { startEvaluationProgress } from '../src/evaluation/progress.ts';
import { refusalCasesOf } from '../src/evaluation/refusal/cell.ts';
import { refusalTable, waysTable, type RefusalCell } from '../src/evaluation/refusal/tables.ts';
import { rankedRefusals, type RatedRefusal } from '../src/evaluation/refusal/threshold.ts';
import { openEvaluation } from '../src/evaluation/setup.ts';
import { markdownTables, terminalTable } from '../src/evaluation/table.ts';
import { writeJsonAtomically, writeTextAtomically } from '../src/files/atomic-write.ts';

export interface EvalRefusalOptions {
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  /** Folder of adapters that are to refuse by the chosen threshold from now on. */
  readonly write?: string | undefined;
  readonly root?: string;
  readonly print?: (text: string) => void;
}

/**
 * Cells that were asked before are not asked again.
 * @throws UserError for a bad configuration, and for data, models or checkpoints that are missing
 */
export async function run(options: EvalRefusalOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  announceBackend(await initBackend(options.backend));
  const runs = options.root ?? 'runs';
  const folder = join(runs, config.name, 'refusal');
  const validation = await askCells(validationOf(config), runs, folder);
  const ways = rankedRefusals(validation.flatMap(({ cases }) => cases));
  const { refusal } = ways[0] as RatedRefusal;
  const tested = await askCells(testOf(config), runs, folder);
  const tables = [waysTable(ways), refusalTable(refusal, tested)];
  writeJsonAtomically(join(folder, 'refusal.json'), { refusal, ways });
  writeTextAtomically(join(folder, 'tables.md'), markdownTables(tables));
  for (const table of tables) print(`\n${terminalTable(table)}`);
  if (options.write === undefined) return;
  writeRefusal(options.write, refusal);
  print(`\n${options.write} refuses by it from now on`);
}

/** One seed of validation questions is enough for one number. */
function validationOf(config: ExperimentConfig): ExperimentConfig {
  const { evaluation } = config;
  return { ...config, evaluation: { ...evaluation, methods: ['dynarule'], split: 'validation', repositories: ['original'], seeds: evaluation.seeds.slice(0, 1) } };
}

function testOf(config: ExperimentConfig): ExperimentConfig {
  return { ...config, evaluation: { ...config.evaluation, methods: ['dynarule'], split: 'test' } };
}

async function askCells(config: ExperimentConfig, runs: string, folder: string): Promise<RefusalCell[]> {
  const { cells, caveats, release } = await openEvaluation(config, runs);
  for (const caveat of caveats) process.stderr.write(`${caveat}\n`);
  const progress = startEvaluationProgress(cells.reduce((sum, { questions }) => sum + questions.length, 0));
  const holder = createMethodHolder();
  const asked: RefusalCell[] = [];
  try {
    for (const cell of cells) {
      const { repository, ruleCount, seed } = cell.place;
      asked.push({ repository, ruleCount, seed, cases: await refusalCasesOf(cell, folder, () => holder.methodOf(cell.entry)) });
      progress.update(cell.place, cell.questions.length, cell.questions.length);
    }
  } finally {
    await holder.close();
    progress.stop();
    await release();
  }
  return asked;
}
