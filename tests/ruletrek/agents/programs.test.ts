/** Agents that are programs of their own: a command with a model, and pi by a program that writes its lines. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import type { Agent } from '../../../src/ruletrek/agents/agent.ts';
import { cmdAgent } from '../../../src/ruletrek/agents/cmd.ts';
import { findPi } from '../../../src/ruletrek/agents/pi/install.ts';
import { piLog } from '../../../src/ruletrek/agents/pi/log.ts';
import { piAgent } from '../../../src/ruletrek/agents/pi/pi-agent.ts';
import { usageReader } from '../../../src/ruletrek/agents/model/usage.ts';
import { openTrajectory, type AgentEvent } from '../../../src/ruletrek/agents/trajectory.ts';
import type { TrialResult } from '../../../src/ruletrek/formats/result.ts';
import { runTrial } from '../../../src/ruletrek/run/trial.ts';
import type { SandboxKind } from '../../../src/ruletrek/sandbox/kinds.ts';
import { silence, startFakeServer, status, type FakeAnswer, type FakeServer } from '../../endpoint/fake-server.ts';
import { INSTANCE, SOLVED, writeSmallBench } from '../run/small-bench.ts';
import { installedSandbox } from '../sandbox/installed.ts';
import { writeFakePi } from './fake-pi.ts';
import { calling, saying } from './tool-server.ts';

let root = '';
let kind: SandboxKind | null = null;
let server: FakeServer | null = null;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'programs-'));
  chmodSync(root, 0o755);
  writeSmallBench(join(root, 'bench'));
  writeFakePi(join(root, 'pi'));
  kind = await installedSandbox(join(root, 'bench', 'instances'));
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => rmSync(root, { recursive: true }));

type Make = (baseUrl: string) => Agent;

const settings = (baseUrl: string) => ({ baseUrl, model: 'real-name', apiKey: 'sk-secret', temperature: 0.5, timeout: 20_000 });
const pi: Make = (baseUrl) =>
  piAgent({ name: 'pi', installation: findPi(join(root, 'pi')), model: settings(baseUrl), temperature: 0.5, contextLength: 8000, maxNewTokens: 500, identity: {} });
const cmd = (command: string): Make => (baseUrl) => cmdAgent({ name: 'cmd', command, model: settings(baseUrl), identity: {} });

async function tryAgent(make: Make, answers: readonly FakeAnswer[], check: (result: TrialResult, server: FakeServer) => void, limits = { steps: 7, wallSeconds: 60 }): Promise<void> {
  if (kind === null) return;
  await server?.close();
  server = await startFakeServer(...answers);
  const setting = { agent: make(server.baseUrl), sandbox: kind, limits, bench: join(root, 'bench'), run: join(root, 'run'), workspaces: join(root, 'copies'), stop: new AbortController().signal };
  const result = await runTrial(setting, { instance: INSTANCE, task: 'E2E', trial: 1 });
  check(result as TrialResult, server);
}

const trajectory = (): string => readFileSync(join(root, 'run', 'trials', INSTANCE, 'E2E', '1', 'trajectory.jsonl'), 'utf8');
const bash = (command: string): FakeAnswer => calling({ name: 'bash', arguments: { command } });

describe('pi', () => {
  it('works through the one socket, without the key', async () => {
    await tryAgent(pi, [bash('env; cat /tmp/pi/models.json'), bash(`echo '${SOLVED}' > answer.json`), saying('Done.')], (result, { requests }) => {
      expect(result).toMatchObject({ status: 'ok', steps: 2, tokens: { prompt: 300, completion: 21 } }); // three replies
      expect(requests.map(({ headers, body }) => [headers.authorization, body['model'], body['temperature']])).toEqual(Array(3).fill(['Bearer sk-secret', 'real-name', 0.5]));
      expect(trajectory()).toContain('PI_OFFLINE=1');
      expect(trajectory()).not.toContain('sk-secret');
    });
  });

  it('is ended at exactly as many tool runs as allowed, even where its own limit does not hold', async () => {
    await tryAgent(pi, [bash('echo x')], (result, { requests }) => {
      expect(result).toMatchObject({ status: 'step_limit', steps: 7, tokens: { prompt: 800, completion: 56 } });
      expect(requests).toHaveLength(8);
      expect(trajectory().match(/"kind":"tool_result"/g)).toHaveLength(7);
    });
  });

  it('is ended at the wall clock', async () => {
    await tryAgent(pi, [bash('sleep 60')], (result) => expect(result.status).toBe('time_limit'), { steps: 7, wallSeconds: 4 });
  });

  it('fails by the model, or by itself', async () => {
    await tryAgent(pi, [status(500, 'down')], (result) => expect(result).toMatchObject({ status: 'infra_error', detail: 'the model could not be asked: status 500' }));
    await tryAgent(pi, [bash('exit 3')], (result) => expect(result.status).toBe('agent_error'));
  });

  it.each([
    ['none', (): void => undefined, 'it is not installed'],
    ['another version', (folder: string): void => writeFakePi(folder, '1.6.0'), 'version 1.6.0'],
  ])('is refused where there is %s', (_, install, got) => {
    const folder = mkdtempSync(join(root, 'none-'));
    install(folder);
    const error = (() => {
      try {
        findPi(folder);
      } catch (caught) {
        return caught;
      }
      return null;
    })();
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(`got: ${got}`);
    expect((error as UserError).message).toContain(`npm install --prefix ${folder} --save-exact @mariozechner/pi-coding-agent@0.73.1`);
  });

  it('may end calls that run side by side before it is ended', () => {
    const events: AgentEvent[] = [];
    let ended = 0;
    const log = { record: (event: AgentEvent) => void events.push(event), steps: () => 0, tokens: () => null };
    const { push, stopReason } = piLog(log, 2, () => (ended += 1));
    const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
    for (const id of ['a', 'b', 'c']) push(line({ type: 'tool_execution_start', toolCallId: id, toolName: 'bash', args: {} }));
    push(line({ type: 'tool_execution_end', toolCallId: 'c', isError: true }));
    push(line({ type: 'tool_execution_end', toolCallId: 'b', isError: false }));
    expect(ended).toBe(0);
    const last = line({ type: 'tool_execution_end', toolCallId: 'a', isError: false });
    push(last.subarray(0, 10)); // a pipe may cut a line in two
    push(last.subarray(10));
    push(Buffer.from('no JSON\n'));
    expect(ended).toBe(1);
    expect(events.map((event) => (event.kind === 'tool_call' || event.kind === 'tool_result' ? [event.kind, event.step] : []))).toEqual([['tool_call', 1], ['tool_call', 2], ['tool_result', 2], ['tool_result', 1]]);
    expect(stopReason()).toBeNull();
  });
});

describe('a command with a model', () => {
  const ask = `node() { /opt/bench/node --input-type=module -e "$1"; }
    ask() { node "const r = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', body: '{}' }); console.log(r.status, await r.text())"; }`;

  it('is counted by its requests', async () => {
    await tryAgent(cmd(`${ask}; ask; ask; env; echo '${SOLVED}' > answer.json`), [saying('Hello.')], (result) => {
      expect(result).toMatchObject({ status: 'ok', steps: 2, tokens: { prompt: 200, completion: 14 } });
      expect(trajectory()).toContain('Hello.');
      expect(trajectory()).not.toContain('sk-secret');
    });
  });

  it('is ended at the first request too many', async () => {
    await tryAgent(cmd(`${ask}; while :; do ask; done`), [saying('Hello.')], (result, { requests }) => {
      expect(result).toMatchObject({ status: 'step_limit', steps: 2 });
      expect(requests).toHaveLength(2);
    }, { steps: 2, wallSeconds: 60 });
  });

  it('is ended while it waits for the model', async () => {
    await tryAgent(cmd(`${ask}; ask`), [silence], (result) => expect(result.status).toBe('time_limit'), { steps: 2, wallSeconds: 4 });
  });

  it('is told what is not passed on', async () => {
    await tryAgent(cmd(`/opt/bench/node --input-type=module -e "const r = await fetch(process.env.OPENAI_BASE_URL + '/files'); console.log(r.status)"`), [saying('')], (result, { requests }) => {
      expect(result.status).toBe('no_answer');
      expect(trajectory()).toContain('404');
      expect(requests).toHaveLength(0);
    });
  });
});

it('reads the counts of a stream and of a whole reply', () => {
  const count = (...pieces: readonly string[]) => {
    const reader = usageReader();
    for (const piece of pieces) reader.push(Buffer.from(piece));
    return reader.end();
  };
  expect(count('{"usage":{"prompt_tokens":3,', '"completion_tokens":4}}')).toEqual({ prompt: 3, completion: 4 });
  expect(count('data: {"usage":null}\n\nda', 'ta: {"usage":{"prompt_tokens":5,"completion_tokens":6}}\n\ndata: [DONE]\n')).toEqual({ prompt: 5, completion: 6 });
  expect(count('nothing')).toBeNull();
});

it('keeps long texts short in the trajectory', () => {
  const file = join(root, 'long.jsonl');
  openTrajectory(file, () => 0).record({ kind: 'note', text: 'x'.repeat(30_000) });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ at: 0, kind: 'note', text: `${'x'.repeat(20_000)}… (30000 characters in all)` });
});
