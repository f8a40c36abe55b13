/** A thread with Python in it, watched from outside: a piece of work that takes too long ends the thread. */
import { Worker } from 'node:worker_threads';
import { isLate, timesNow } from './late.ts';
import { BEATS, type FromPython, type SharedMemory, type ToPython } from './messages.ts';

/** The message that ends an order, or why there will be none: the thread was ended. */
export type Answer = FromPython | { readonly kind: 'stopped'; readonly reason: string };

export interface PythonThread {
  /** Gives an order and waits for its answer; `hear` is told of faults meanwhile. */
  order(order: ToPython, watch: Watch): Promise<Answer>;
  end(): Promise<void>;
}

export interface Watch {
  readonly hear: (fault: Extract<FromPython, { kind: 'fault' }>) => void;
  readonly memory: SharedMemory;
  /** Milliseconds for loading a file, and for one question of one rule. */
  readonly limitMs: number;
}

/** How often the main thread looks whether work goes on. */
const WATCH_MS = 50;

export async function startThread(): Promise<PythonThread> {
  const worker = new Worker(new URL('./start-worker.js', import.meta.url), {
    env: {},
    stdin: true,
    stdout: true,
    stderr: true,
  });
  await firstMessage(worker);
  const end = async (): Promise<void> => void (await worker.terminate());
  const order = async (message: ToPython, watch: Watch): Promise<Answer> => {
    const answer = await answerOf(worker, message, watch);
    if (answer.kind === 'stopped') await end();
    return answer;
  };
  return { order, end };
}

/** Starting takes seconds and has no limit: it runs nothing of the user's. */
function firstMessage(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number): void => reject(new Error(`the thread of Python ended while it was starting (exit code ${code})`));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', () => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      resolve();
    });
  });
}

function answerOf(worker: Worker, order: ToPython, { hear, memory, limitMs }: Watch): Promise<Answer> {
  return new Promise((resolve) => {
    const finish = (answer: Answer): void => {
      clearInterval(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      resolve(answer);
    };
    const stop = (reason: string): void => finish({ kind: 'stopped', reason });
    const breakDown = (reason: string): void => stop(`Python broke down: ${reason}`);
    const onMessage = (message: FromPython): void => {
      if (message.kind === 'fault') hear(message);
      else if (message.kind === 'broken') breakDown(message.reason);
      else finish(message);
    };
    const onError = (error: Error): void => breakDown(error.message);
    const timer = whenLate(memory.position, limitMs, () => stop(`takes longer than ${limitMs / 1000} s`));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(order);
  });
}

/** Calls `late` when no new piece of work has begun for too long. */
function whenLate(position: Int32Array, limitMs: number, late: () => void): NodeJS.Timeout {
  let beats = Atomics.load(position, BEATS);
  let since = timesNow();
  return setInterval(() => {
    const [beatsNow, now] = [Atomics.load(position, BEATS), timesNow()];
    if (beatsNow !== beats) [beats, since] = [beatsNow, now];
    else if (isLate(since, now, limitMs)) late();
  }, WATCH_MS);
}
