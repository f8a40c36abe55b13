/** The queue: every trial once, resumed without change, and stopped where going on makes no sense. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { FINISHED, type Agent, type AgentEnd, type AgentTrial } from '../../../src/ruletrek/agents/agent.ts';
import type { TrialResult } from '../../../src/ruletrek/formats/result.ts';
import { chooseInstances } from '../../../src/ruletrek/run/instances.ts';
import { statusLines, trialLine } from '../../../src/ruletrek/run/progress.ts';
import { planTrials, runQueue } from '../../../src/ruletrek/run/queue.ts';
import { trialFolder, type TrialSetting } from '../../../src/ruletrek/run/trial.ts';
import { INSTANCE, SOLVED, writeSmallBench } from './small-bench.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'queue-'));
  writeSmallBench(join(root, 'bench'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** An agent in this process: nothing of it needs a sandbox. */
function agentOf(work: (trial: AgentTrial) => AgentEnd | Promise<AgentEnd>): Agent {
  return { name: 'fake', identity: {}, run: async (trial) => work(trial) };
}

const solve = ({ workspace }: AgentTrial): AgentEnd => {
  writeFileSync(join(workspace, 'answer.json'), SOLVED);
  return FINISHED;
};

function setting(agent: Agent, stop = new AbortController().signal): TrialSetting {
  return { agent, sandbox: 'none', limits: { steps: 3, wallSeconds: 30 }, bench: join(root, 'bench'), run: join(root, 'run'), workspaces: join(root, 'copies'), stop };
}

const places = planTrials([INSTANCE], ['E2E', 'RD'], 3);
const keyOf = ({ task, trial }: Pick<TrialResult, 'task' | 'trial'>): string => `${task}-${trial}`;

async function runAll(agent: Agent, workers = 1, stop?: AbortSignal): Promise<{ complete: boolean; results: TrialResult[] }> {
  const results: TrialResult[] = [];
  const complete = await runQueue(setting(agent, stop), places, workers, (result) => results.push(result));
  return { complete, results };
}

it('plans whole repetitions, tasks in one order', () => {
  expect(planTrials(['a-001', 'b-001'], ['E2E', 'RI'], 2).map(({ instance, task, trial }) => `${trial} ${instance} ${task}`)).toEqual([
    '1 a-001 RI', '1 a-001 E2E', '1 b-001 RI', '1 b-001 E2E',
    '2 a-001 RI', '2 a-001 E2E', '2 b-001 RI', '2 b-001 E2E',
  ]);
});

it.each([1, 4])('runs each trial once with %d workers', async (workers) => {
  const tried: string[] = [];
  const { complete, results } = await runAll(agentOf((trial) => {
    tried.push(keyOf(trial));
    return solve(trial);
  }), workers);
  expect(complete).toBe(true);
  expect([...tried].sort()).toEqual(['E2E-1', 'E2E-2', 'E2E-3', 'RD-1', 'RD-2', 'RD-3']);
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('ok'));
});

it('goes on after a break with what is missing alone', async () => {
  const agent = (broken: boolean): Agent => agentOf((trial) => {
    if (broken && trial.trial === 2) throw new Error('power cut');
    return solve(trial);
  });
  await expect(runAll(agent(true))).rejects.toThrow('power cut');
  const file = join(trialFolder(join(root, 'run'), { instance: INSTANCE, task: 'E2E', trial: 1 }), 'result.json');
  const before = [statSync(file).mtimeMs, readFileSync(file, 'utf8')];
  const { complete, results } = await runAll(agent(false));
  expect(complete).toBe(true);
  expect([statSync(file).mtimeMs, readFileSync(file, 'utf8')]).toEqual(before);
  expect(results.map(keyOf).sort()).toEqual(places.map(keyOf).sort());
});

it('runs faults of model and sandbox again, and keeps all other states', async () => {
  const ends: Readonly<Record<string, AgentEnd>> = {
    'E2E-1': { status: 'infra_error', detail: 'down' },
    'E2E-2': { status: 'sandbox_error', detail: 'no' },
    'E2E-3': { status: 'agent_error', detail: 'mine' },
    'RD-1': { status: 'step_limit', detail: 'all' },
    'RD-2': { status: 'time_limit', detail: 'all' },
    'RD-3': FINISHED,
  };
  const first = await runAll(agentOf((trial) => ends[keyOf(trial)] as AgentEnd));
  expect(first.results.map((result) => `${keyOf(result)} ${result.status}`)).toEqual(['RD-1 step_limit', 'E2E-1 infra_error', 'RD-2 time_limit', 'E2E-2 sandbox_error', 'RD-3 no_answer', 'E2E-3 agent_error']);
  const again: string[] = [];
  const second = await runAll(agentOf((trial) => {
    again.push(keyOf(trial));
    return solve(trial);
  }));
  expect(again).toEqual(['E2E-1', 'E2E-2']);
  expect(second.results).toHaveLength(6);
});

it('gives up after five faults in a row', async () => {
  let tried = 0;
  const error = await runAll(agentOf(() => {
    tried += 1;
    return { status: 'infra_error', detail: 'status 401: bad key' };
  })).then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toContain('5 trials in a row that ended with infra_error; the last: status 401: bad key');
  expect(tried).toBe(5);
});

it('leaves no result of trials that a stop ended', async () => {
  const stop = new AbortController();
  const { complete, results } = await runAll(agentOf((trial) => {
    if (trial.trial === 2) stop.abort();
    return trial.trial === 2 ? { status: 'time_limit', detail: '' } : solve(trial);
  }), 1, stop.signal);
  expect(complete).toBe(false);
  expect(results.map(keyOf)).toEqual(['RD-1', 'E2E-1']);
});

it('counts every planned trial', async () => {
  const { results } = await runAll(agentOf((trial) => (trial.trial === 1 ? FINISHED : solve(trial))));
  expect(statusLines(results, 8)).toEqual(['     4  ok', '     2  no_answer', '     2  not run', '     8  trials in all']);
  expect(trialLine({ ...(results[0] as TrialResult), wallSeconds: 1.25 }, 1, 8)).toBe('1/8 | tax-001 RD 1 | no_answer | 0 steps | 1.3 s | there is no answer.json');
});

it('chooses instances in the order of the benchmark', () => {
  const manifest = { instances: [{ id: 'tax-001' }, { id: 'tax-002' }] } as unknown as Parameters<typeof chooseInstances>[0];
  expect(chooseInstances(manifest, null)).toEqual(['tax-001', 'tax-002']);
  expect(chooseInstances(manifest, ['tax-002', 'tax-001'])).toEqual(['tax-001', 'tax-002']);
  expect(() => chooseInstances(manifest, ['tax-009'])).toThrow('tax-009; the benchmark has 2 instances, tax-001 to tax-002');
});
