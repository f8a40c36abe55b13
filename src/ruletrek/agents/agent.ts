/**
 * What an agent is: it gets one task and one workspace, does what it does there within limits, tells every step, and leaves
 * `answer.json` in the workspace. It is not told where the instance or its gold are.
 */
import type { Limits } from '../formats/task.ts';
import type { Task } from '../formats/vocabulary.ts';
import type { SandboxKind } from '../sandbox/kinds.ts';
import type { TrajectoryLog } from './trajectory.ts';

export interface AgentTrial {
  readonly instance: string;
  readonly task: Task;
  /** Repetition, from 1. */
  readonly trial: number;
  /** What the agent is told. */
  readonly prompt: string;
  /** Folder of this machine with the agent's own copy of the files. */
  readonly workspace: string;
  readonly sandbox: SandboxKind;
  readonly limits: Limits;
  readonly log: TrajectoryLog;
  /** Seconds until the wall clock ends the trial. */
  remaining(): number;
  /** Aborted at the wall clock, and when the whole run stops. */
  readonly signal: AbortSignal;
}

/**
 * How an agent's work ended. `infra_error`: the model could not be reached, which says nothing about the agent;
 * `agent_error`: the agent itself failed; `sandbox_error`: the sandbox did not stand.
 */
export interface AgentEnd {
  readonly status: 'finished' | 'step_limit' | 'time_limit' | 'agent_error' | 'infra_error' | 'sandbox_error';
  /** In words; '' for an agent that finished. */
  readonly detail: string;
}

export interface Agent {
  /** Stands in tables and names the run: "chat-qwen2.5-7b", "pi-qwen2.5-7b", "cmd". */
  readonly name: string;
  /** All that decides what it does; a run goes on only with the same. */
  readonly identity: object;
  run(trial: AgentTrial): Promise<AgentEnd>;
}

export const FINISHED: AgentEnd = { status: 'finished', detail: '' };

export function stepLimit({ steps }: Limits): AgentEnd {
  return { status: 'step_limit', detail: `all ${steps} steps are used` };
}

export function timeLimit({ wallSeconds }: Limits): AgentEnd {
  return { status: 'time_limit', detail: `all ${wallSeconds} s are used` };
}
