/** A program that is the agent itself: all of it runs in one sandbox, with the model behind one socket. */
import { mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startSandbox, type SandboxOutcome, type SandboxProcess } from '../sandbox/run.ts';
import { SANDBOX_LIMITS, type ReadOnlyMount, type SandboxSpec } from '../sandbox/spec.ts';
import { FINISHED, type AgentEnd, type AgentTrial } from './agent.ts';
import { openModelLink, type ModelLink } from './model/link.ts';
import type { ProxyEvents, ProxySettings } from './model/proxy.ts';
import { giveToSandbox } from '../sandbox/account.ts';
import { endOfSandbox, lastWords } from './sandbox-end.ts';

/** What runs in the sandbox; made once the address of the model inside is known. */
export interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
  readonly input?: string;
  readonly onOutput?: (piece: Buffer) => void;
}

export interface ProgramRun {
  readonly trial: AgentTrial;
  /** null for a program that asks no model. */
  readonly model: Omit<ProxySettings, 'maxRequests'> | null;
  readonly maxRequests: number;
  readonly events: ProxyEvents;
  /** @param baseUrl of the model inside the sandbox; null without one */
  readonly program: (baseUrl: string | null, files: ProgramFiles) => Program;
}

/** Files that are made for one trial and mounted read-only. */
export interface ProgramFiles {
  write(name: string, text: string): string;
}

export interface ProgramEnd {
  readonly outcome: SandboxOutcome;
  /** Why the last request to the model failed; null where none did. */
  readonly modelFailure: string | null;
}

/** Bytes of output that are kept for messages. */
const KEEP_BYTES = 64 << 10;

export interface RunningProgram {
  readonly end: Promise<ProgramEnd>;
  stop(): void;
}

/** Starts the program; `end` comes once it is over and nothing of it is left on this machine. */
export async function startProgram(run: ProgramRun): Promise<RunningProgram> {
  const { trial, model } = run;
  const folder = mkdtempSync(join(dirname(trial.workspace), 'program-')); // cleared away with the workspaces of a killed run
  chmodSync(folder, 0o755);
  const link = model === null ? null : await openModelLink(trial.sandbox, folder, { ...model, maxRequests: run.maxRequests }, run.events);
  giveToSandbox(folder);
  const running = launch(run, link, folder);
  trial.signal.addEventListener('abort', running.stop, { once: true });
  const end = running.outcome
    .then((outcome): ProgramEnd => ({ outcome, modelFailure: link?.proxy.failure() ?? null }))
    .finally(async () => {
      trial.signal.removeEventListener('abort', running.stop);
      await link?.close();
      rmSync(folder, { recursive: true });
    });
  return { end, stop: running.stop };
}

function launch({ trial, program }: ProgramRun, link: ModelLink | null, folder: string): SandboxProcess {
  const { command, environment, mounts, input, onOutput } = program(link?.baseUrl ?? null, { write: (name, text) => writeReadable(join(folder, name), text) });
  const spec: SandboxSpec = {
    workspace: trial.workspace,
    command: link === null ? command : link.bridged(command),
    environment,
    mounts: [...(link?.mounts ?? []), ...mounts],
    socket: link?.socket ?? null,
    limits: { ...SANDBOX_LIMITS, wallSeconds: Math.max(trial.remaining(), 0.01) },
  };
  return startSandbox({ kind: trial.sandbox, spec, keepBytes: KEEP_BYTES, ...(input === undefined ? {} : { input }), ...(onOutput === undefined ? {} : { onOutput }) });
}

function writeReadable(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

/** The end of a program that no limit ended. Its exit code counts only where the model was there. */
export function endOfProgram({ outcome, modelFailure }: ProgramEnd, trial: AgentTrial): AgentEnd {
  const end = endOfSandbox(outcome, trial);
  if (end !== null) return end;
  if (outcome.code === 0) return FINISHED;
  if (modelFailure !== null) return { status: 'infra_error', detail: `the model could not be asked: ${modelFailure}` };
  return { status: 'agent_error', detail: lastWords(outcome) };
}
