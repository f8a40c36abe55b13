/** The works that `npm run bench` measures, each with the bound its ratio must keep. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tf } from '../src/backend/tf.ts';
import { alternate } from './alternate.ts';
import { measureGeneration } from './generation.ts';
import { findPython } from './python.ts';
import { ourStage2 } from './stage2-ours.ts';
import { startPeer } from './stage2-peer.ts';
import { stage2Spec } from './stage2-spec.ts';
import type { RatioLimit, WorkResult } from './work-result.ts';

/** Threads of each side. */
export const THREADS = 2;

/** A result with its bound. */
export interface Measured {
  readonly result: WorkResult;
  readonly limit: RatioLimit;
}

/** Tells the reader what goes on; results go elsewhere. */
type Print = (line: string) => void;

/** The batch's own pool of 1,000 rules. */
const POOL = ['stage2.negatives=pool', 'stage2.ruleCount=1000'];
const ROUNDS = 7;
const STEPS_A_ROUND = 3;

/** Tokens/s of the stage-2 step with a pool of 1,000 rules. */
export function stage2Step(print: Print): Promise<Measured[]> {
  return compareStep('stage2-step', POOL, print);
}

/** The same with the tiny experiment's own negatives. */
export function stage2RepositoryStep(print: Print): Promise<Measured[]> {
  return compareStep('stage2-step-repository', [], print);
}

async function compareStep(name: string, overrides: readonly string[], print: Print): Promise<Measured[]> {
  const spec = stage2Spec(overrides);
  const tokens = spec.examples.reduce((sum, { ids }) => sum + ids.length, 0);
  const peer = startPeer(findPython(print), spec, THREADS);
  const own = ourStage2(spec);
  const ours = (steps: number): number => {
    const start = performance.now();
    for (let step = 0; step < steps; step += 1) own.step();
    return (performance.now() - start) / 1000;
  };
  const times = await alternate({ ours, peer: peer.run, warmUp: 3, rounds: ROUNDS, steps: STEPS_A_ROUND });
  own.dispose();
  await peer.close();
  const result = { name, ours: tokens / times.ours, peer: tokens / times.peer, ratio: times.speed, unit: 'tokens/s' };
  return [{ result, limit: { atLeast: 0.8 } }];
}

const WARM_UP = 20;
const LONG_RUN = 200;

/**
 * Live tensors and resident memory after 200 further steps, against those after the
 * warm-up. Garbage is collected before each reading: how long V8 keeps it says nothing
 * about growth.
 */
export function stage2Growth(): Measured[] {
  const own = ourStage2(stage2Spec(POOL));
  const run = (steps: number): { tensors: number; megabytes: number } => {
    for (let step = 0; step < steps; step += 1) own.step();
    collectGarbage();
    return { tensors: tf.memory().numTensors, megabytes: process.memoryUsage.rss() / 1e6 };
  };
  const before = run(WARM_UP);
  const after = run(LONG_RUN);
  own.dispose();
  return [
    { result: against('stage2-tensors', after.tensors, before.tensors, 'tensors'), limit: { atMost: 1 } },
    { result: against('stage2-memory', after.megabytes, before.megabytes, 'MB'), limit: { atMost: 1.05 } },
  ];
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Seconds and peak memory of generating the default data, against what is allowed. */
export async function generation(): Promise<Measured[]> {
  const { seconds, megabytes } = await measureGeneration();
  return [
    { result: against('generate-time', seconds, 60, 's'), limit: { atMost: 1 } },
    { result: against('generate-memory', megabytes, 2000, 'MB'), limit: { atMost: 1 } },
  ];
}

function against(name: string, ours: number, peer: number, unit: string): WorkResult {
  return { name, ours, peer, ratio: ours / peer, unit };
}
