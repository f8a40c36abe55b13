/** The other side: the same step in PyTorch, in a process that waits between rounds. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { stepBatch } from '../src/dynarule/step-batch.ts';
import type { Stage2Spec } from './stage2-spec.ts';

const SCRIPT = join(import.meta.dirname, 'peers', 'stage2_step.py');

export interface Peer {
  /** Trains so many steps; returns the seconds they took. */
  run(steps: number): Promise<number>;
  /** Ends the process. */
  close(): Promise<void>;
}

const Answer = z.strictObject({ seconds: z.number(), loss: z.number() });

/** @param threads of PyTorch */
export function startPeer(python: string, spec: Stage2Spec, threads: number): Peer {
  // A waiting OpenMP thread must not spin: it would take a core from the other side.
  const env = { ...process.env, OMP_WAIT_POLICY: 'passive', OMP_NUM_THREADS: String(threads) };
  const child = spawn(python, [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(peerWork(spec, threads))}\n`);
  return {
    run: async (steps) => {
      child.stdin.write(`${JSON.stringify({ steps })}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`${SCRIPT} ended early; its error is above`);
      return Answer.parse(JSON.parse(line.value)).seconds;
    },
    close: () => closePeer(child, ended),
  };
}

async function closePeer(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  await ended;
}

/** The work as the script reads it. */
export function peerWork(spec: Stage2Spec, threads: number): object {
  const { experiment, lm, confidenceLayer, poolSize } = spec;
  const { topK, temperature, contrastiveWeight, priorWeight, keyInitStd, valueInitStd } = experiment.dynarule;
  const { optimizer, negatives, candidatePools } = experiment.stage2;
  const batch = stepBatch(spec.examples, 0);
  return {
    ...{ lm, confidenceLayer, poolSize, dimensions: spec.dimensions, threads },
    ...{ topK, temperature, contrastiveWeight, priorWeight, keyInitStd, valueInitStd },
    ...optimizer,
    ownPool: negatives === 'pool',
    candidates: candidatePools[0],
    batch: {
      ...batch,
      ids: [...batch.ids],
      positions: [...batch.positions],
      labels: [...batch.labels],
      labelWeights: [...batch.labelWeights],
      stepOf: [...batch.stepOf],
    },
    steps: batch.steps.map(({ row, step, query, gold }) => ({ row, step, position: 'position' in query ? query.position : 0, gold: gold[0] })),
  };
}
