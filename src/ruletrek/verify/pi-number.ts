/** Acceptance number 12: pi itself in the sandbox, at a stand-in for a model: limits, counts and key. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { findPi, PI_VERSION, type PiInstallation } from '../agents/pi/install.ts';
import { piAgent } from '../agents/pi/pi-agent.ts';
import { TrajectoryEvent } from '../agents/trajectory.ts';
import type { TokenUse, TrialResult } from '../formats/result.ts';
import type { Limits } from '../formats/task.ts';
import { runTrial, trialFolder } from '../run/trial.ts';
import type { SandboxKind } from '../sandbox/kinds.ts';
import { chooseSandbox } from '../sandbox/require.ts';
import type { AcceptanceNumber } from './numbers.ts';
import { startStandInModel, type StandInReplies } from './stand-in-model.ts';

/** Where pi works: any instance, since the model never looks at it. */
export interface PiPlace {
  readonly installation: PiInstallation;
  readonly sandbox: SandboxKind;
  readonly bench: string;
  readonly instance: string;
}

/** One trial, from inside and from outside. */
export interface PiTrial {
  readonly result: TrialResult;
  /** Runs of the tool that left a mark in the workspace. */
  readonly marks: number;
  /** What the endpoint counted. */
  readonly counted: TokenUse;
  readonly requests: number;
  /** Whether every request came with the key. */
  readonly keyCame: boolean;
  /** Whether the key stands in the environment of any process, or in pi's own files, or anywhere in the trajectory. */
  readonly keyInside: boolean;
}

/** Leaves a mark, then shows every environment, pi's models.json, and the number of marks. */
const LOOK = "echo mark >> marks.txt; env; cat /tmp/pi/models.json; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; echo; echo marks $(wc -l < marks.txt)";
const SLEEP = 'echo mark >> marks.txt; sleep 600';

/** Lets pi work until it ends, by itself or at a limit. */
export async function tryPi(place: PiPlace, limits: Limits, replies: StandInReplies): Promise<PiTrial> {
  const key = `sk-${randomUUID()}`;
  const model = await startStandInModel(replies);
  const folder = mkdtempSync(join(tmpdir(), 'ruletrek-pi-'));
  chmodSync(folder, 0o755);
  try {
    const trial = { instance: place.instance, task: 'E2E', trial: 1 } as const;
    const settings = { baseUrl: model.baseUrl, model: 'stand-in', apiKey: key, temperature: 1, timeout: 60_000 };
    const agent = piAgent({ name: 'pi', installation: place.installation, model: settings, temperature: 1, contextLength: 100_000, maxNewTokens: 1000, identity: {} });
    const result = await runTrial({ agent, sandbox: place.sandbox, limits, bench: place.bench, run: folder, workspaces: join(folder, 'workspaces'), stop: new AbortController().signal }, trial);
    if (result === null) throw new RangeError('nothing stops this trial');
    const events = readFileSync(join(trialFolder(folder, trial), 'trajectory.jsonl'), 'utf8');
    return { result, marks: marksOf(events), counted: model.tokens(), requests: model.keys.length, keyCame: model.keys.every((one) => one === `Bearer ${key}`), keyInside: events.includes(key) };
  } finally {
    await model.close();
    rmSync(folder, { recursive: true });
  }
}

/** The number that the last run of the tool has shown. */
function marksOf(events: string): number {
  const outputs = events.trimEnd().split('\n').map((line) => TrajectoryEvent.parse(JSON.parse(line)));
  const shown = outputs.flatMap((event) => (event.kind === 'tool_result' ? [/marks (\d+)\s*$/.exec(event.output)?.[1]] : []));
  return Number(shown.at(-1) ?? 0);
}

/** What pi may spend in the three trials. */
export interface PiBudget {
  readonly steps: number;
  readonly wallSeconds: number;
}
const BUDGET: PiBudget = { steps: 7, wallSeconds: 12 };
/** For trials that end otherwise. */
const LONG = 300;
/** Tool calls of the trial that ends by itself. */
const CALLS = 3;
/** Seconds by which a wall clock may be missed. */
const WALL_TOLERANCE = 2;

/** A trial that ends by itself, one that is ended by the limit of steps, one by the wall clock. */
export async function measurePi(place: PiPlace, { steps, wallSeconds }: PiBudget = BUDGET): Promise<AcceptanceNumber> {
  const free = await tryPi(place, { steps: 100, wallSeconds: LONG }, { command: LOOK, calls: CALLS });
  const stepped = await tryPi(place, { steps, wallSeconds: LONG }, { command: LOOK, calls: Infinity });
  const clocked = await tryPi(place, { steps: 100, wallSeconds }, { command: SLEEP, calls: Infinity });
  const looked = [free, stepped];
  const checks = [
    free.result.steps === CALLS && free.marks === CALLS && ['ok', 'no_answer'].includes(free.result.status),
    stepped.result.status === 'step_limit' && stepped.result.steps === steps && stepped.marks === steps,
    clocked.result.status === 'time_limit' && Math.abs(clocked.result.wallSeconds - wallSeconds) <= WALL_TOLERANCE,
    // A limit may cut off the last request between the endpoint's count and ours.
    tokensText(free.result.tokens) === tokensText(free.counted),
    looked.every(({ keyCame, keyInside, requests }) => requests > 0 && keyCame && !keyInside),
  ];
  return { number: 12, text: textOf({ place, steps, wallSeconds }, { free, stepped, clocked }), state: checks.every(Boolean) ? 'met' : 'missed' };
}

interface Asked extends PiBudget {
  readonly place: PiPlace;
}

function textOf({ place, steps, wallSeconds }: Asked, { free, stepped, clocked }: Readonly<Record<'free' | 'stepped' | 'clocked', PiTrial>>): string {
  const looked = [free, stepped];
  const tokens = looked.map(({ result, counted, requests }) => `${tokensText(result.tokens)} of ${tokensText(counted)} in ${requests} requests`);
  return [
    `pi ${PI_VERSION} in ${place.sandbox}, a stand-in for a model: done by itself after ${free.marks} tool runs of ${CALLS} (${free.result.status})`,
    `limit of ${steps} steps: ${stepped.marks} tool runs (${stepped.result.status})`,
    `wall clock of ${wallSeconds} s: ended after ${clocked.result.wallSeconds.toFixed(1)} s (${clocked.result.status})`,
    `tokens counted here, of those that the endpoint counted: ${tokens.join(', ')}`,
    `the key ${looked.every(({ keyCame }) => keyCame) ? 'came with every request' : 'did not come with every request'} and was ${looked.some(({ keyInside }) => keyInside) ? 'seen' : 'not seen'} in the sandbox`,
  ].join('; ');
}

/** "1234+56": prompt and completion. */
function tokensText(tokens: TokenUse | null): string {
  return tokens === null ? 'none' : `${tokens.prompt}+${tokens.completion}`;
}

/**
 * Skipped where pi or a sandbox is missing.
 * @param bench folder of a benchmark, and one of its instances
 * @param folder where pi is installed
 */
export async function piNumber(bench: string, instance: string, folder: string): Promise<AcceptanceNumber> {
  try {
    return await measurePi({ installation: findPi(folder), sandbox: chooseSandbox('auto'), bench, instance });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { number: 12, text: `not measured, pi is an optional install and needs a sandbox: ${error.message.replaceAll(/\s*\n\s*/g, '; ')}`, state: 'skipped' };
  }
}
