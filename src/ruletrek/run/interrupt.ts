/** Ctrl-C: the first ends all running trials at once, without a result; the second ends the process. */

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Listens until disposed. */
export function stopOnSignal(): StopSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write('\nending the running trials, which leave no result. Press Ctrl-C again to stop at once.\n');
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
