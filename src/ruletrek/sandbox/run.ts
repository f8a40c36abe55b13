/** Runs one command in a sandbox to its end, and says how it ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { quotaExceeded, WORKSPACE_QUOTA, type FolderQuota } from './folder-size.ts';
import { sandboxCommand, type SandboxKind } from './kinds.ts';
import { READY_FD, TIMED_OUT } from './outer.ts';
import type { SandboxSpec } from './spec.ts';

export interface SandboxRun {
  readonly kind: SandboxKind;
  readonly spec: SandboxSpec;
  /** Read by the command; without it, standard input is empty. */
  readonly input?: string | Uint8Array;
  /** Bytes of each output that are kept; what comes after is read and dropped. */
  readonly keepBytes: number;
  readonly quota?: FolderQuota;
  /** Told of every piece of standard output, kept or not. */
  readonly onOutput?: (piece: Buffer) => void;
}

export interface SandboxOutcome {
  /** False where the sandbox itself failed, so that the command never ran; `errors` says why. */
  readonly started: boolean;
  /** By itself, at the wall clock, by `stop`, or because its workspace grew too large. */
  readonly end: 'exited' | 'wall' | 'stopped' | 'quota';
  /** Exit code; 128 + signal for a killed command. */
  readonly code: number;
  readonly output: Buffer;
  readonly errors: Buffer;
  /** Whether any output was dropped. */
  readonly cut: boolean;
  /** What exceeded the quota; '' otherwise. */
  readonly exceeded: string;
}

export interface SandboxProcess {
  readonly outcome: Promise<SandboxOutcome>;
  /** Kills everything in the sandbox at once. */
  stop(): void;
}

/** Milliseconds between two looks at the size of the workspace. */
const QUOTA_INTERVAL = 500;
const SIGNAL_CODES: Readonly<Record<string, number>> = { SIGKILL: 137, SIGTERM: 143 };

/** Starts the command. */
export function startSandbox(run: SandboxRun): SandboxProcess {
  const [program, ...words] = sandboxCommand(run.kind, run.spec) as [string, ...string[]];
  const began = performance.now(); // before the command's own clock starts
  // A group of its own, which can be killed as a whole, and which Ctrl-C reaches only by way of this process.
  const child = spawn(program, words, { detached: true, env: { PATH: process.env['PATH'] ?? '' }, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const state: RunState = { end: 'exited', exceeded: '' };
  const stop = (end: SandboxOutcome['end']): void => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (state.end === 'exited') state.end = end;
    killGroup(child);
  };
  const outcome = finish(child, run, began, state, stop);
  return { outcome, stop: () => stop('stopped') };
}

/** Runs the command to its end. */
export function runSandbox(run: SandboxRun): Promise<SandboxOutcome> {
  return startSandbox(run).outcome;
}

type Stop = (end: SandboxOutcome['end']) => void;

interface RunState {
  end: SandboxOutcome['end'];
  exceeded: string;
}

async function finish(child: ChildProcess, run: SandboxRun, began: number, state: RunState, stop: Stop): Promise<SandboxOutcome> {
  const output = collect(child.stdout as Readable, run.keepBytes, run.onOutput);
  const errors = collect(child.stderr as Readable, run.keepBytes);
  const ready = collect(child.stdio[READY_FD] as Readable, 16);
  feed(child, run.input);
  const watch = setInterval(() => {
    state.exceeded ||= quotaExceeded(run.spec.workspace, run.quota ?? WORKSPACE_QUOTA) ?? '';
    if (state.exceeded !== '') stop('quota');
  }, QUOTA_INTERVAL);
  const code = await exitCode(child).finally(() => clearInterval(watch));
  const wall = code >= TIMED_OUT && performance.now() - began >= run.spec.limits.wallSeconds * 1000;
  if (wall && state.end === 'exited') state.end = 'wall';
  const kept = { output: output.bytes(), errors: errors.bytes(), cut: output.cut() || errors.cut() };
  return { started: ready.bytes().length > 0, end: state.end, code, ...kept, exceeded: state.exceeded };
}

/** The code, once all output has come. What is left of the group is killed: without a sandbox it would go on, and hold the pipes. */
function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => killGroup(child));
    child.on('close', (code, signal) => resolve(code ?? SIGNAL_CODES[signal ?? ''] ?? 128));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // already gone
  }
}

/** A command need not read its input to the end. */
function feed({ stdin }: ChildProcess, input: SandboxRun['input']): void {
  stdin?.on('error', () => undefined);
  stdin?.end(input ?? '');
}

interface Collected {
  bytes(): Buffer;
  cut(): boolean;
}

function collect(stream: Readable, most: number, tell?: (piece: Buffer) => void): Collected {
  const pieces: Buffer[] = [];
  let [kept, dropped] = [0, false];
  stream.on('data', (piece: Buffer) => {
    tell?.(piece);
    const part = piece.subarray(0, most - kept);
    kept += part.length;
    dropped ||= part.length < piece.length;
    if (part.length > 0) pieces.push(part);
  });
  return { bytes: () => Buffer.concat(pieces), cut: () => dropped };
}
