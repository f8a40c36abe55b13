/** What all works of the benchmark share: threads, rounds against a peer, and what a measurement is. */
import { alternate, type Comparison, type Timed } from './alternate.ts';
import { peerScript, startPeer } from './peer.ts';
import { pythonWith } from './python.ts';
import type { RatioLimit, WorkResult } from './work-result.ts';

/** Threads of each side. */
export const THREADS = 2;

/** A result with its bound. */
export interface Measured {
  readonly result: WorkResult;
  readonly limit: RatioLimit;
}

/** Tells the reader what goes on; results go elsewhere. */
export type Print = (line: string) => void;

export interface Sides {
  /** What the peer's script reads first. */
  readonly work: object;
  readonly ours: Timed;
  /** Units of work of each side in a round, and before the first. */
  readonly steps: number;
  readonly rounds: number;
}

/**
 * Ours and a script below peers/ in turn; ours alone where Python lacks the script's packages.
 *
 * @param packages what the script imports
 */
export async function againstPython(print: Print, packages: readonly string[], script: string, { work, ours, steps, rounds }: Sides): Promise<Comparison> {
  const python = pythonWith(packages, print);
  if (python === null) return alternate({ ours, peer: null, warmUp: steps, rounds, steps });
  const peer = startPeer([python, peerScript(script)], work, THREADS);
  const theirs = async (count: number): Promise<number> => (await peer.run(count)).seconds;
  const comparison = await alternate({ ours, peer: theirs, warmUp: steps, rounds, steps });
  await peer.close();
  return comparison;
}

/** Seconds of doing something so many times. */
export function timed(work: () => unknown): Timed {
  return async (count) => {
    const start = performance.now();
    for (let done = 0; done < count; done += 1) await work();
    return (performance.now() - start) / 1000;
  };
}
