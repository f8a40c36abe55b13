/** Runs the command of a tool in the sandbox and makes of its end what the model reads. */
import { SANDBOX_LIMITS } from '../../sandbox/spec.ts';
import { startSandbox, type SandboxOutcome } from '../../sandbox/run.ts';
import type { AgentEnd, AgentTrial } from '../agent.ts';
import { endOfSandbox } from '../sandbox-end.ts';
import type { RunTool, ToolCommand } from './tools.ts';

/** Seconds of one command; the trial's wall clock ends it earlier. */
export const TOOL_SECONDS = 120;
/** Bytes that a tool may need to read a document. */
const KEEP_BYTES = 16 << 20;
/** Characters of a result that the model gets: its beginning and its end. */
const SHOWN = 16_000;

/** Thrown where a command's end is the trial's end. */
export class TrialEnd extends Error {
  readonly end: AgentEnd;

  constructor(end: AgentEnd) {
    super(end.detail);
    this.end = end;
  }
}

/** @returns a function that throws TrialEnd where the sandbox, the quota or the wall clock ends the trial */
export function toolRunner(trial: AgentTrial): RunTool {
  return async (command) => {
    const seconds = Math.min(TOOL_SECONDS, trial.remaining());
    const outcome = await runToolCommand(trial, command, seconds);
    const ownClock = outcome.end === 'wall' && seconds === TOOL_SECONDS;
    const end = ownClock ? null : endOfSandbox(outcome, trial);
    if (end !== null) throw new TrialEnd(end);
    return { ...resultOf(outcome, seconds), bytes: outcome.output };
  };
}

async function runToolCommand(trial: AgentTrial, { command, input }: ToolCommand, seconds: number): Promise<SandboxOutcome> {
  const limits = { ...SANDBOX_LIMITS, wallSeconds: Math.max(seconds, 0.01) };
  const spec = { workspace: trial.workspace, command, environment: {}, mounts: [], socket: null, limits };
  const running = startSandbox({ kind: trial.sandbox, spec, keepBytes: KEEP_BYTES, ...(input === undefined ? {} : { input }) });
  trial.signal.addEventListener('abort', running.stop, { once: true });
  return running.outcome.finally(() => trial.signal.removeEventListener('abort', running.stop));
}

function resultOf(outcome: SandboxOutcome, seconds: number): { output: string; failed: boolean } {
  const failed = outcome.code !== 0;
  const ended = outcome.end === 'wall' ? `(ended after ${seconds} s)` : failed ? `(exit code ${outcome.code})` : '';
  const parts = [outcome.output.toString('utf8').trimEnd(), outcome.errors.toString('utf8').trimEnd(), ended];
  return { output: parts.filter((part) => part !== '').join('\n'), failed };
}

/** What the model gets of a long result. */
export function shownResult(output: string): string {
  if (output.length <= SHOWN) return output;
  const half = SHOWN / 2;
  return `${output.slice(0, half)}\n(… ${output.length - SHOWN} characters left out …)\n${output.slice(-half)}`;
}
