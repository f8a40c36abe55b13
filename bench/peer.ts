/** The other side of a comparison: a program that waits between rounds. It reads its work, then counts, as lines. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export interface Peer {
  /** Does so many units of work. */
  run(count: number): Promise<PeerAnswer>;
  /** Ends the process. */
  close(): Promise<void>;
}

const Answer = z.object({
  /** That the work took. */
  seconds: z.number(),
  /** Peak resident memory of the process so far. */
  megabytes: z.number(),
});
export type PeerAnswer = z.infer<typeof Answer>;

/** Path of a peer's script. */
export function peerScript(name: string): string {
  return join(import.meta.dirname, 'peers', name);
}

/**
 * @param command program and arguments
 * @param work what the script reads first, as one line of JSON
 * @param threads of both sides
 */
export function startPeer(command: readonly string[], work: object, threads: number): Peer {
  const [program = '', ...words] = command;
  // A waiting OpenMP thread must not spin: it would take a core from the other side.
  const env = { ...process.env, OMP_WAIT_POLICY: 'passive', OMP_NUM_THREADS: String(threads), TF_NUM_INTRAOP_THREADS: String(threads), PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(work)}\n`);
  return {
    run: async (count) => {
      child.stdin.write(`${JSON.stringify({ steps: count })}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`${command.join(' ')} ended early; its error is above`);
      return Answer.parse(JSON.parse(line.value));
    },
    close: () => closePeer(child, ended),
  };
}

async function closePeer(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  await ended;
}
