/** The thread that runs a user's Python rules: loads a file, then scores rule after rule as it is told. */
import { parentPort } from 'node:worker_threads';
import { bootSandbox } from './boot.ts';
import { BEATS, QUESTION, type FromPython, type SharedMemory, type ToPython } from './messages.ts';

const port = parentPort!;
const sandbox = await bootSandbox();
let memory: SharedMemory | null = null;
let offsets: readonly number[] = [];

function tell(message: FromPython): void {
  port.postMessage(message);
}

function load(order: Extract<ToPython, { kind: 'load' }>): void {
  ({ memory, offsets } = order);
  Atomics.add(memory.position, BEATS, 1);
  const loaded = JSON.parse(sandbox.load(order.source)) as Omit<Extract<FromPython, { kind: 'loaded' }>, 'kind'>;
  sandbox.setQuestions(order.questions);
  tell({ kind: 'loaded', ...loaded });
}

function run(rule: string, from: number): void {
  for (let question = from; question < offsets.length - 1; question += 1) scoreOne(rule, question, memory!);
  tell({ kind: 'done' });
}

function scoreOne(rule: string, question: number, { scores, position }: SharedMemory): void {
  Atomics.store(position, QUESTION, question);
  Atomics.add(position, BEATS, 1);
  const outcome = JSON.parse(sandbox.score(rule, question)) as number[] | string;
  if (typeof outcome === 'string') tell({ kind: 'fault', question, reason: outcome });
  else scores.set(outcome, offsets[question]!);
}

/** A thread that ended by an error of its own while it is being stopped would take the whole process with it. */
function breakDown(error: unknown): void {
  tell({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
}

process.on('uncaughtException', breakDown);
process.on('unhandledRejection', breakDown);
port.on('message', (order: ToPython) => {
  if (order.kind === 'load') load(order);
  else run(order.rule, order.from);
});
tell({ kind: 'ready' });
