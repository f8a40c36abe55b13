/**
 * Lets many runs go on side by side, and makes their calls together: a call waits until every
 * run has made one or has ended. So a batch of agents decodes as one batch, though each of them is
 * written as if it were alone.
 */

export interface Lockstep {
  /**
   * A function for single calls, of which `serve` makes all that are due at once, in any order of
   * the runs. It must give as many results as there are calls, none depending on the calls beside it.
   */
  lane<In, Out>(serve: (inputs: readonly In[]) => Promise<readonly Out[]>): (input: In) => Promise<Out>;
  /** Called once by each run, at its end: the others wait for it no longer. */
  leave(): void;
}

interface Call<In, Out> {
  readonly input: In;
  readonly resolve: (output: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/** @param runs how many there are; none may have two calls open at a time */
export function createLockstep(runs: number): Lockstep {
  const lanes: (() => void)[] = [];
  let going = runs;
  let waiting = 0;
  const goOn = (): void => {
    if (waiting < going) return;
    waiting = 0;
    for (const flush of lanes) flush();
  };
  return {
    lane: <In, Out>(serve: (inputs: readonly In[]) => Promise<readonly Out[]>) => {
      let open: Call<In, Out>[] = [];
      lanes.push(() => {
        const due = open;
        open = [];
        if (due.length > 0) void settle(due, serve);
      });
      return (input: In) =>
        new Promise<Out>((resolve, reject) => {
          open.push({ input, resolve, reject });
          waiting += 1;
          goOn();
        });
    },
    leave: () => {
      going -= 1;
      goOn();
    },
  };
}

/** Gives each call its result; an error is every call's. */
async function settle<In, Out>(calls: readonly Call<In, Out>[], serve: (inputs: readonly In[]) => Promise<readonly Out[]>): Promise<void> {
  try {
    const outputs = await serve(calls.map(({ input }) => input));
    if (outputs.length !== calls.length) throw new RangeError(`${outputs.length} results for ${calls.length} calls`);
    calls.forEach(({ resolve }, index) => resolve(outputs[index] as Out));
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
