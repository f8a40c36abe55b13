/** The works that `npm run bench` measures, each with the bound its ratio must keep. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tf } from '../src/backend/tf.ts';
import { measureGeneration } from './generation.ts';
import { embedding } from './minilm-work.ts';
import { decode, prefill, stage2 } from './smollm2-works.ts';
import { ourStage2 } from './stage2-ours.ts';
import { peerWork } from './stage2-peer.ts';
import { stage2Spec } from './stage2-spec.ts';
import { againstPython, THREADS, timed, type Measured, type Print } from './work.ts';
import type { WorkName } from './work-names.ts';
import { against, rate } from './work-result.ts';

export const WORKS: Readonly<Record<WorkName, (print: Print) => Measured[] | Promise<Measured[]>>> = {
  'stage2-step': (print: Print) => compareStep('stage2-step', POOL, print),
  'stage2-step-repository': (print: Print) => compareStep('stage2-step-repository', [], print),
  'stage2-growth': () => stage2Growth(),
  generation: () => generation(),
  'smollm2-decode': decode,
  'smollm2-prefill': prefill,
  'smollm2-stage2': stage2,
  'minilm-embed': embedding,
};

/** The batch's own pool of 1,000 rules. */
const POOL = ['stage2.negatives=pool', 'stage2.ruleCount=1000'];
const ROUNDS = 7;
const STEPS_A_ROUND = 3;

/** Tokens/s of the tiny configuration's stage-2 step. */
async function compareStep(name: string, overrides: readonly string[], print: Print): Promise<Measured[]> {
  const spec = stage2Spec(overrides);
  const tokens = spec.examples.reduce((sum, { ids }) => sum + ids.length, 0);
  const own = ourStage2(spec);
  const sides = { work: peerWork(spec, THREADS), ours: timed(own.step), steps: STEPS_A_ROUND, rounds: ROUNDS };
  const comparison = await againstPython(print, ['torch'], 'stage2_step.py', sides);
  own.dispose();
  return [{ result: rate(name, comparison, tokens, 'tokens/s'), limit: { atLeast: 0.8 } }];
}

const WARM_UP = 20;
const LONG_RUN = 200;

/**
 * Live tensors and resident memory after 200 further steps, against those after the
 * warm-up. Garbage is collected before each reading: how long V8 keeps it says nothing
 * about growth.
 */
function stage2Growth(): Measured[] {
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
async function generation(): Promise<Measured[]> {
  const { seconds, megabytes } = await measureGeneration();
  return [
    { result: against('generate-time', seconds, 60, 's'), limit: { atMost: 1 } },
    { result: against('generate-memory', megabytes, 2000, 'MB'), limit: { atMost: 1 } },
  ];
}
