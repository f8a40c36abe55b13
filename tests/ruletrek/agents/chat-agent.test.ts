/** The reference agent against a fake endpoint: its tools run in the sandbox of this machine; where there is none, its refusal is checked. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolClient } from '../../../src/endpoint/tool-chat.ts';
import type { AgentEnd } from '../../../src/ruletrek/agents/agent.ts';
import { chatAgent } from '../../../src/ruletrek/agents/chat/chat-agent.ts';
import { FILE_TOOLS } from '../../../src/ruletrek/agents/chat/file-tools.ts';
import { fitMessages } from '../../../src/ruletrek/agents/chat/fit.ts';
import { shownResult } from '../../../src/ruletrek/agents/chat/run-tool.ts';
import { toolDefinition } from '../../../src/ruletrek/agents/chat/tools.ts';
import { bm25Search } from '../../../src/ruletrek/agents/search/rule-search.ts';
import { searchRulesTool } from '../../../src/ruletrek/agents/search/search-tool.ts';
import { openTrajectory, type TrajectoryLog } from '../../../src/ruletrek/agents/trajectory.ts';
import { giveToSandbox } from '../../../src/ruletrek/sandbox/account.ts';
import type { SandboxKind } from '../../../src/ruletrek/sandbox/kinds.ts';
import { silence, startFakeServer, status, type FakeAnswer, type FakeServer } from '../../endpoint/fake-server.ts';
import { installedSandbox } from '../sandbox/installed.ts';
import { calling, saying } from './tool-server.ts';

let root = '';
let kind: SandboxKind | null = null;
let server: FakeServer | null = null;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'chat-agent-'));
  chmodSync(root, 0o755);
  kind = await installedSandbox(join(root, 'gold'));
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => rmSync(root, { recursive: true }));

interface Seen {
  readonly end: AgentEnd;
  readonly log: TrajectoryLog;
  readonly workspace: string;
  /** What the model was told of each tool call, in order. */
  readonly results: readonly string[];
  readonly server: FakeServer;
}

/** Lets the agent talk to a model that answers so, in a workspace with one rule. */
async function converse(answers: readonly FakeAnswer[], check: (seen: Seen) => void, limits = { steps: 20, wallSeconds: 60 }): Promise<void> {
  if (kind === null) return;
  server = await startFakeServer(...answers);
  const workspace = mkdtempSync(join(root, 'w-'));
  mkdirSync(join(workspace, 'rules'));
  writeFileSync(join(workspace, 'rules', 'fees.md'), '# Fees\n\nThe fee is 3 percent.\n\nNo fee below 10 dollars.\n');
  symlinkSync('/etc/shadow', join(workspace, 'shadow'));
  giveToSandbox(workspace);
  const client = createToolClient({ baseUrl: server.baseUrl, model: 'm', apiKey: 'sk-secret', timeout: 10_000, retries: 1 }, { random: () => 0, sleep: async () => undefined, report: () => undefined });
  const agent = chatAgent({ name: 'chat', client, temperature: 0, contextLength: 8000, maxNewTokens: 500, tools: (trial) => [...FILE_TOOLS, ...searchRulesTool(bm25Search(), trial.workspace)], identity: {} });
  const log = openTrajectory(join(root, 'trajectory.jsonl'));
  const began = performance.now();
  const trial = { instance: 'tax-001', task: 'E2E' as const, trial: 1, prompt: 'Do it.', workspace, sandbox: kind, limits, log };
  const end = await agent.run({ ...trial, remaining: () => Math.max(0, limits.wallSeconds - (performance.now() - began) / 1000), signal: AbortSignal.timeout(limits.wallSeconds * 1000) });
  const last = server.requests.at(-1)?.body.messages ?? [];
  check({ end, log, workspace, results: last.filter(({ role }) => role === 'tool').map(({ content }) => content), server });
}

const events = (): Record<string, unknown>[] => readFileSync(join(root, 'trajectory.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
const write = (content: string) => ({ name: 'write', arguments: { path: 'answer.json', content } });

it('uses its tools in the sandbox until the model is done', async () => {
  const answers = [
    calling({ name: 'list', arguments: {} }, { name: 'read', arguments: { path: 'rules/fees.md', from: 3, lines: 1 } }),
    calling({ name: 'search', arguments: { pattern: 'below [0-9]+' } }, { name: 'search_rules', arguments: { query: 'percent', k: 1 } }),
    calling({ name: 'bash', arguments: { command: 'pwd; env | grep -c sk-; echo no >&2; exit 4' } }, write('{"a":1}')),
    saying('Done.'),
  ];
  await converse(answers, ({ end, log, workspace, results, server: { requests } }) => {
    expect(end).toEqual({ status: 'finished', detail: '' });
    expect(results).toEqual([
      '      56 rules/fees.md', // 8 + 23 + 25 bytes
      'L3\tThe fee is 3 percent.\n(2 more; read on with from=4)',
      'rules/fees.md:5:No fee below 10 dollars.',
      'rules/fees.md L1-L3\n# Fees\nThe fee is 3 percent.',
      '/workspace\n0\nno\n(exit code 4)',
      '7 bytes are in answer.json',
    ]);
    expect(readFileSync(join(workspace, 'answer.json'), 'utf8')).toBe('{"a":1}');
    expect(log.steps()).toBe(6);
    expect(log.tokens()).toEqual({ prompt: 400, completion: 28 }); // four replies
    expect(requests[0]?.headers.authorization).toBe('Bearer sk-secret');
    expect(requests[0]?.body).toMatchObject({ model: 'm', temperature: 0, max_tokens: 500, messages: [{ role: 'system' }, { role: 'user', content: 'Do it.' }] });
    expect((requests[0]?.body['tools'] as { function: { name: string } }[]).map((tool) => tool.function.name)).toEqual(['read', 'list', 'search', 'write', 'bash', 'search_rules']);
    expect(events().map(({ kind: what }) => what).filter((what) => what === 'tool_result')).toHaveLength(6);
    expect(JSON.stringify(events())).not.toContain('sk-secret');
  });
});

it('tells the model what is wrong with a call', async () => {
  const answers = [
    calling({ name: 'fly', arguments: {} }, { name: 'read', arguments: '{"path": ' }, { name: 'read', arguments: { file: 'x' } }, { name: 'read', arguments: { path: 'none' } }, { name: 'read', arguments: { path: 'shadow' } }),
    calling(write('{}')),
    saying(''),
  ];
  await converse(answers, ({ end, results }) => {
    expect(end.status).toBe('finished');
    expect(results[0]).toBe('error: there is no tool fly; the tools are read, list, search, write, bash, search_rules');
    expect(results[1]).toContain('error: arguments of read');
    expect(results[2]).toContain('→ at path');
    expect(results[3]).toMatch(/none: No such file or directory\n\(exit code 1\)$/);
    expect(results[4]).toMatch(/shadow: No such file or directory/); // the sandbox has no /etc/shadow to follow the link to
  });
});

it('stops at exactly as many tool runs as allowed', async () => {
  const touch = { name: 'bash', arguments: { command: 'echo x >> runs' } };
  await converse([calling(touch, touch), calling(touch, touch)], ({ end, log, workspace }) => {
    expect(end).toEqual({ status: 'step_limit', detail: 'all 3 steps are used' });
    expect(log.steps()).toBe(3);
    expect(readFileSync(join(workspace, 'runs'), 'utf8')).toBe('x\nx\nx\n');
  }, { steps: 3, wallSeconds: 60 });
});

it('may use its last step and then finish', async () => {
  await converse([calling(write('{}')), saying('Done.')], ({ end }) => expect(end.status).toBe('finished'), { steps: 1, wallSeconds: 60 });
});

it('is reminded once where it forgets the answer', async () => {
  await converse([saying('I think so.'), saying('Still.')], ({ end, server: { requests } }) => {
    expect(end.status).toBe('finished');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body.messages.at(-1)?.content).toContain('There is no answer.json yet');
  });
});

it.each([
  ['a command', calling({ name: 'bash', arguments: { command: 'sleep 60' } })],
  ['a model', silence],
])('ends %s that does not end at the wall clock', async (_, answer) => {
  await converse([answer], ({ end }) => expect(end).toEqual({ status: 'time_limit', detail: 'all 2 s are used' }), { steps: 5, wallSeconds: 2 });
});

it('keeps a fault of the endpoint apart from one of the agent', async () => {
  await converse([status(401, 'bad key')], ({ end }) => {
    expect(end.status).toBe('infra_error');
    expect(end.detail).toContain('status 401: bad key');
  });
});

describe('a long conversation', () => {
  const result = (callId: string, length: number) => ({ role: 'tool' as const, callId, content: '.'.repeat(length) });

  it('drops its oldest results first, and never the last', () => {
    const messages = [{ role: 'user' as const, content: 'go' }, result('a', 1000), result('b', 1000), result('c', 5000)];
    // 1000 dots count 1100 tokens, 5000 count 5500.
    const shortened = (budget: number) => fitMessages(messages, budget).map((message) => message.content.startsWith('(left out'));
    expect(shortened(10_000)).toEqual([false, false, false, false]);
    expect(shortened(7000)).toEqual([false, true, false, false]);
    expect(shortened(1000)).toEqual([false, true, true, false]);
  });

  it('shows the beginning and the end of a long result', () => {
    expect(shownResult('short')).toBe('short');
    expect(shownResult(`a${'x'.repeat(20_000)}b`)).toMatch(/^ax+\n\(… 4002 characters left out …\)\nx+b$/);
  });
});

it('describes its tools by JSON schemas', () => {
  expect(FILE_TOOLS.map(toolDefinition).find(({ name }) => name === 'write')?.parameters).toMatchObject({ type: 'object', required: ['path', 'content'] });
  expect(FILE_TOOLS.map(toolDefinition).find(({ name }) => name === 'list')?.parameters).not.toHaveProperty('required');
});
