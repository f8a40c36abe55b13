/** Ctrl-C: the first asks a loop to stop after its current step, the second ends the process. */
import { setImmediate } from 'node:timers/promises';

export interface Interrupt {
  /** True once a stop was asked for. */
  readonly requested: boolean;
  /** Lets waiting signals arrive, which a loop that never awaits keeps out, and says whether to stop. */
  check(): Promise<boolean>;
  /** Gives the signals back. */
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** What a shell reports for a process that Ctrl-C ended; with anything else, it would go on with the next command of a list. */
export const INTERRUPTED = 130;

let stopped = false;

/** Whether a stop was asked for in this process, by any signal so far. */
export function wasInterrupted(): boolean {
  return stopped;
}

/** Listens until disposed. `what` is named in the message: "the checkpoint is written". */
export function listenForInterrupt(what: string): Interrupt {
  let requested = false;
  const onSignal = (): void => {
    if (requested) process.exit(INTERRUPTED);
    requested = true;
    stopped = true;
    process.stderr.write(`\nstopping after this step; ${what}. Press Ctrl-C again to stop at once.\n`);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    get requested() {
      return requested;
    },
    check: async () => {
      await setImmediate();
      return requested;
    },
    dispose: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
