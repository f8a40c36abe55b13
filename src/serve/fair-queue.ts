/**
 * One task at a time. Clients take turns, whoever of them asks more; the tasks of one client go in their order.
 */
import { ApiError } from './api-error.ts';

export interface FairQueue {
  /**
   * Runs the task when its turn comes. `signal` takes a waiting task out of the queue; a running one sees it and the
   * end of the queue through its own. Rejects with ApiError 429 where the queue is full, 503 where it is closed.
   */
  run<T>(client: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Tasks that wait. */
  readonly waiting: number;
  /** Refuses all that wait and come, and resolves when the running task has ended; it is aborted after so many ms. */
  close(graceMs: number): Promise<void>;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * @param capacity tasks that may wait
 * @param what they are, for the message
 */
export function createFairQueue(capacity: number, what: string): FairQueue {
  const lines = createLines();
  const ending = new AbortController();
  let [running, closed] = [false, false];
  let onIdle = (): void => undefined;
  const leave = (): void => {
    const next = lines.take();
    running = next !== null;
    if (next === null) onIdle();
    else next.start();
  };
  const enter = async (client: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (closed) throw closing();
    if (!running) running = true;
    else if (lines.size >= capacity) throw full(capacity, what);
    else await lines.wait(client, signal);
  };
  return {
    run: async (client, signal, task) => {
      await enter(client, signal);
      try {
        signal.throwIfAborted();
        return await task(AbortSignal.any([signal, ending.signal]));
      } finally {
        leave();
      }
    },
    get waiting() {
      return lines.size;
    },
    close: async (graceMs) => {
      closed = true;
      lines.refuseAll(closing());
      if (!running) return;
      const timer = setTimeout(() => ending.abort(closing()), graceMs);
      await new Promise<void>((resolve) => (onIdle = resolve));
      clearTimeout(timer);
    },
  };
}

interface Lines {
  readonly size: number;
  /** Resolves when the turn has come. */
  wait(client: string, signal: AbortSignal): Promise<void>;
  /** The next one whose turn it is, taken out. */
  take(): Waiting | null;
  refuseAll(reason: unknown): void;
}

/** A line for each client; a client whose task was taken goes behind the others. */
function createLines(): Lines {
  const byClient = new Map<string, Set<Waiting>>();
  const drop = (client: string, one: Waiting): void => {
    const line = byClient.get(client);
    line?.delete(one);
    if (line?.size === 0) byClient.delete(client);
  };
  const all = (): Waiting[] => [...byClient.values()].flatMap((line) => [...line]);
  return {
    get size() {
      return all().length;
    },
    wait: (client, signal) =>
      new Promise<void>((start, refuse) => {
        const give = (): void => {
          drop(client, one);
          refuse(signal.reason);
        };
        const one: Waiting = {
          start: () => {
            signal.removeEventListener('abort', give);
            start();
          },
          refuse,
        };
        byClient.set(client, (byClient.get(client) ?? new Set()).add(one));
        signal.addEventListener('abort', give, { once: true });
      }),
    take: () => {
      const [first] = byClient;
      if (first === undefined) return null;
      const [client, line] = first;
      const [one] = line;
      byClient.delete(client);
      if (one === undefined) return null;
      line.delete(one);
      if (line.size > 0) byClient.set(client, line);
      return one;
    },
    refuseAll: (reason) => {
      for (const { refuse } of all()) refuse(reason);
      byClient.clear();
    },
  };
}

function full(capacity: number, what: string): ApiError {
  return new ApiError(429, 'queue_full', `${capacity} ${what} are waiting already; try again later`);
}

function closing(): ApiError {
  return new ApiError(503, 'shutting_down', 'the server is shutting down');
}
