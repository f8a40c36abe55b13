/** One trial from an empty folder to `result.json`, which is written last: a trial without one never happened. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomically, writeTextAtomically } from '../../files/atomic-write.ts';
import type { Agent, AgentEnd } from '../agents/agent.ts';
import { openTrajectory, type TrajectoryLog } from '../agents/trajectory.ts';
import { readAgentAnswer } from '../formats/agent-answer.ts';
import { readFormat } from '../formats/read.ts';
import { TrialResult } from '../formats/result.ts';
import { TaskFile, type Limits } from '../formats/task.ts';
import { FORMAT_VERSION, type Status, type Task } from '../formats/vocabulary.ts';
import { LAYOUT } from '../instance/layout.ts';
import { workspaceInside, type SandboxKind } from '../sandbox/kinds.ts';
import { readAnswerFile } from './answer-file.ts';
import { promptText } from './prompt.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

/** Which trial of a run. */
export interface TrialPlace {
  readonly instance: string;
  readonly task: Task;
  /** Repetition, from 1. */
  readonly trial: number;
}

/** What all trials of a run share. */
export interface TrialSetting {
  readonly agent: Agent;
  readonly sandbox: SandboxKind;
  readonly limits: Limits;
  /** Folder of the benchmark. */
  readonly bench: string;
  /** Folder of the run. */
  readonly run: string;
  /** Parent of the agents' copies. */
  readonly workspaces: string;
  /** Aborted when the whole run stops; a trial that it ends leaves no result. */
  readonly stop: AbortSignal;
}

/** `trials/<instance>/<task>/<k>` of a run. */
export function trialFolder(run: string, { instance, task, trial }: TrialPlace): string {
  return join(run, 'trials', instance, task, String(trial));
}

/** States that say nothing about the agent: such a trial is run again. */
const REPEATED: ReadonlySet<Status> = new Set(['infra_error', 'sandbox_error']);

/** The result of a trial that is over and stands; null for one that is still to be run. */
export function finishedResult(run: string, place: TrialPlace): TrialResult | null {
  const file = join(trialFolder(run, place), 'result.json');
  const result = existsSync(file) ? readFormat(file, TrialResult) : null;
  return result === null || REPEATED.has(result.status) ? null : result;
}

/** Runs a trial and writes its folder anew; null where the whole run was stopped meanwhile. */
export async function runTrial(setting: TrialSetting, place: TrialPlace): Promise<TrialResult | null> {
  const folder = trialFolder(setting.run, place);
  const instance = join(setting.bench, 'instances', place.instance);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const workspace = makeWorkspace(instance, place.task, join(setting.workspaces, `${place.instance}-${place.task}-${place.trial}`));
  try {
    const file = readFormat(join(instance, LAYOUT.task), TaskFile);
    const inside = workspaceInside(setting.sandbox, workspace.folder);
    const prompt = promptText({ file, task: place.task, limits: setting.limits, workspace: inside });
    writeTextAtomically(join(folder, 'prompt.md'), prompt);
    const log = openTrajectory(join(folder, 'trajectory.jsonl'));
    const began = performance.now();
    const end = await runAgent(setting, place, workspace, prompt, log);
    if (setting.stop.aborted) return null;
    return finishTrial(setting, place, workspace, end, { log, wallSeconds: Math.round(performance.now() - began) / 1000 });
  } finally {
    workspace.remove();
  }
}

async function runAgent(setting: TrialSetting, place: TrialPlace, workspace: Workspace, prompt: string, log: TrajectoryLog): Promise<AgentEnd> {
  const { agent, sandbox, limits, stop } = setting;
  const milliseconds = limits.wallSeconds * 1000;
  const clock = AbortSignal.timeout(milliseconds);
  const over = performance.now() + milliseconds;
  const remaining = (): number => Math.max(0, (over - performance.now()) / 1000);
  return agent.run({ ...place, prompt, workspace: workspace.folder, sandbox, limits, log, remaining, signal: AbortSignal.any([clock, stop]) });
}

/** What was spent. */
interface Spent {
  readonly log: TrajectoryLog;
  readonly wallSeconds: number;
}

function finishTrial({ agent, run }: TrialSetting, place: TrialPlace, workspace: Workspace, end: AgentEnd, { log, wallSeconds }: Spent): TrialResult {
  const folder = trialFolder(run, place);
  const answer = readAnswerFile(workspace.folder);
  if (answer.kind === 'text') writeTextAtomically(join(folder, 'answer.json'), answer.text);
  const { status, detail } = end.status === 'finished' ? judgeAnswer(place.task, answer) : { status: end.status, detail: end.detail };
  log.record({ kind: 'end', status, detail, changed: workspace.changed() });
  const spent = { steps: log.steps(), wallSeconds, tokens: log.tokens() };
  const result: TrialResult = { format: FORMAT_VERSION, ...place, agent: agent.name, status, detail, ...spent };
  writeJsonAtomically(join(folder, 'result.json'), result);
  return result;
}

function judgeAnswer(task: Task, answer: ReturnType<typeof readAnswerFile>): { status: Status; detail: string } {
  if (answer.kind === 'fault') return answer;
  const read = readAgentAnswer(task, answer.text);
  return read.status === 'ok' ? { status: 'ok', detail: '' } : read;
}
