/** One of the processes of a shared evaluation: sets up the experiment, then runs the cells that its parent names. */
import { initBackend } from '../backend/init.ts';
import { UserError } from '../errors.ts';
import { openCellStore } from './cell-store.ts';
import { splitFiles } from './evaluate.ts';
import type { Cell } from './plan.ts';
import type { FromWorker, ToWorker, WorkerSetting } from './process-pool.ts';
import { createCellRunner, type CellRunner } from './runner.ts';
import { openEvaluation } from './setup.ts';

interface Work {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly runner: CellRunner;
}

let work: Promise<Work> | null = null;

// The parent has no more work, or is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit());
process.on('message', (message: ToWorker) => {
  answer(message).catch((error: unknown) => tell(failure(error)));
});

async function answer(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    const backend = await initBackend(message.setting.backend, message.threads);
    work = setUp(message.setting, backend.name);
    await work;
    return tell({ kind: 'ready', backend });
  }
  if (work === null) throw new RangeError('a cell came before the setting');
  const { cells, runner } = await work;
  const cell = cells.get(message.cell);
  if (cell === undefined) throw changedMeanwhile(message.cell);
  await runner.run(cell);
  tell({ kind: 'finished' });
}

async function setUp({ experiment, runs }: WorkerSetting, backend: string): Promise<Work> {
  const { cells } = await openEvaluation(experiment, runs);
  const store = openCellStore(splitFiles(experiment.name, experiment.evaluation.split, runs).cells);
  const progress = (_: unknown, done: number, total: number): void => tell({ kind: 'progress', done, total });
  return { cells: new Map(cells.map((cell) => [cell.name, cell])), runner: createCellRunner({ store, backend, progress }) };
}

function tell(message: FromWorker): void {
  process.send?.(message);
}

function failure(error: unknown): FromWorker {
  if (error instanceof UserError) return { kind: 'failed', message: error.message, byUser: true };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error), byUser: false };
}

function changedMeanwhile(cell: string): UserError {
  return UserError.of({
    expected: `the weights, rules and questions of cell ${cell}`,
    got: 'others: they were changed since the command began',
    fix: 'run the same command again',
  });
}
