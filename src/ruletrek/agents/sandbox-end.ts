/** How the end of a sandboxed command is an end of a trial. */
import type { SandboxOutcome } from '../sandbox/run.ts';
import { timeLimit, type AgentEnd, type AgentTrial } from './agent.ts';

const SHOWN = 500;

/** An end that is the trial's too; null where the command came to an end by itself. */
export function endOfSandbox(outcome: SandboxOutcome, { limits, signal }: Pick<AgentTrial, 'limits' | 'signal'>): AgentEnd | null {
  if (outcome.end === 'wall' || (outcome.end === 'stopped' && signal.aborted)) return timeLimit(limits);
  if (outcome.end === 'quota') return { status: 'agent_error', detail: `the workspace grew too large: ${outcome.exceeded}` };
  if (!outcome.started) return { status: 'sandbox_error', detail: `the sandbox did not start: ${lastWords(outcome)}` };
  return null;
}

/** The last characters of what a command wrote to standard error. */
export function lastWords({ errors, code }: SandboxOutcome): string {
  const text = errors.toString('utf8').trim();
  return text === '' ? `exit code ${code}` : `exit code ${code}, ${text.slice(-SHOWN)}`;
}
