/**
 * Cells shared out among processes: each takes the next cell of one queue when it
 * has finished its last. A cell is run by one process alone and in the same way as
 * in a single one, so results do not depend on their number.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BackendInfo } from '../backend/init.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import { UserError } from '../errors.ts';
import type { Cell } from './plan.ts';
import type { Progress } from './runner.ts';

/** What every process knows. */
export interface WorkerSetting {
  readonly experiment: ExperimentConfig;
  /** Parent of all run folders. */
  readonly runs: string;
  readonly backend?: string | undefined;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly setting: WorkerSetting; /** Its share of the cores. */ readonly threads: number }
  | { readonly kind: 'run'; /** Its file name. */ readonly cell: string };

export type FromWorker =
  | { readonly kind: 'ready'; readonly backend: BackendInfo }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'finished' }
  /** An error's class does not survive the way between processes. */
  | { readonly kind: 'failed'; readonly message: string; readonly byUser: boolean };

/** What the processes are told, and who is told of their work. */
export interface PoolOptions {
  readonly workers: number;
  readonly setting: WorkerSetting;
  readonly progress: Progress;
  /** Called by each process that is ready. */
  readonly ready: (backend: BackendInfo) => void;
  /** The program of a process; the tests put another in its place. */
  readonly program?: URL;
}

type PlacedCell = Pick<Cell, 'name' | 'place'>;

/**
 * Runs cells in `workers` processes. The first failure stops all of them and is
 * thrown, and Ctrl-C ends all of them, too. What was answered until then is kept.
 */
export async function runCellsInProcesses(cells: readonly PlacedCell[], options: PoolOptions): Promise<void> {
  const queue = [...cells];
  const { workers, program = new URL('./process-worker.ts', import.meta.url) } = options;
  const count = Math.min(workers, cells.length);
  const children = Array.from({ length: count }, () => startProcess(program));
  // Threads beyond the cores only wait for each other.
  const threads = Math.max(1, Math.floor(availableParallelism() / count));
  const signals = endOnSignal(children);
  try {
    await Promise.all(children.map((child) => serve(child, queue, threads, options)));
  } finally {
    await Promise.all(children.map(endProcess));
    signals.dispose();
  }
}

function startProcess(program: URL): ChildProcess {
  // Processes do not take over the loader of their parent, and would look for it from the working folder.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(fileURLToPath(program), [], { execArgv: ['--import', loader] });
}

/** Hands one process cell after cell until the queue is empty. */
function serve(child: ChildProcess, queue: PlacedCell[], threads: number, options: PoolOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let cell: PlacedCell | undefined;
    const next = (): void => {
      cell = queue.shift();
      if (cell === undefined) resolve();
      else tell(child, { kind: 'run', cell: cell.name });
    };
    const hear = (message: FromWorker): void => {
      if (message.kind === 'ready') options.ready(message.backend);
      if (message.kind === 'progress' && cell !== undefined) options.progress(cell.place, message.done, message.total);
      if (message.kind === 'failed') reject(message.byUser ? new UserError(message.message) : new Error(message.message));
      if (message.kind === 'ready' || message.kind === 'finished') next();
    };
    child.on('message', hear);
    child.on('error', reject);
    child.on('exit', (code, signal) => reject(new Error(`a process of the evaluation ended early (${signal ?? `exit code ${code}`})`)));
    tell(child, { kind: 'start', setting: options.setting, threads });
  });
}

function tell(child: ChildProcess, message: ToWorker): void {
  child.send(message);
}

/** Ends a process that has nothing to do or is not wanted any more, and waits until it is gone. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A signal to this process ends all: none goes on answering after the command is over. */
function endOnSignal(children: readonly ChildProcess[]): { dispose(): void } {
  let received: NodeJS.Signals | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    received = signal;
    for (const child of children) child.kill();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    dispose: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      if (received === null) return;
      process.stderr.write('\nstopped; what is answered is kept, and the same command goes on from there\n');
      process.kill(process.pid, received); // now without a listener: this process ends as the signal says
    },
  };
}
