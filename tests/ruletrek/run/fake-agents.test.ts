/**
 * Agents that do what agents do wrong, as commands in the sandbox: each is contained, named, and counted. Where this machine
 * has no sandbox, the run refuses, which is checked in its place.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cmdAgent } from '../../../src/ruletrek/agents/cmd.ts';
import { TrajectoryEvent } from '../../../src/ruletrek/agents/trajectory.ts';
import type { TrialResult } from '../../../src/ruletrek/formats/result.ts';
import type { Limits } from '../../../src/ruletrek/formats/task.ts';
import type { Task } from '../../../src/ruletrek/formats/vocabulary.ts';
import { runTrial, trialFolder } from '../../../src/ruletrek/run/trial.ts';
import type { SandboxKind } from '../../../src/ruletrek/sandbox/kinds.ts';
import { installedSandbox } from '../sandbox/installed.ts';
import { IDENTIFIED, INSTANCE, SECRET, SOLVED, writeSmallBench } from './small-bench.ts';

let root = '';
let kind: SandboxKind | null = null;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fake-agents-'));
  chmodSync(root, 0o755);
  writeSmallBench(join(root, 'bench'));
  kind = await installedSandbox(join(root, 'bench', 'instances'));
});
afterAll(() => rmSync(root, { recursive: true }));

interface Seen {
  readonly result: TrialResult;
  readonly events: TrajectoryEvent[];
  readonly folder: string;
}

async function tryCommand(command: string, check: (seen: Seen) => void, { task = 'E2E' as Task, limits = { steps: 5, wallSeconds: 20 } as Limits } = {}): Promise<void> {
  if (kind === null) return;
  const agent = cmdAgent({ name: 'cmd', command, model: null, identity: {} });
  const run = join(root, 'run');
  const place = { instance: INSTANCE, task, trial: 1 };
  const stop = new AbortController().signal;
  const result = await runTrial({ agent, sandbox: kind, limits, bench: join(root, 'bench'), run, workspaces: join(root, 'copies'), stop }, place);
  const folder = trialFolder(run, place);
  const lines = readFileSync(join(folder, 'trajectory.jsonl'), 'utf8').trim().split('\n');
  check({ result: result as TrialResult, events: lines.map((line) => TrajectoryEvent.parse(JSON.parse(line))), folder });
  expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toEqual(result);
  expect(readdirSync(join(root, 'copies'))).toEqual([]);
}

const said = ({ events }: Seen): string => events.map((event) => (event.kind === 'note' ? event.text : '')).join('');
const changed = ({ events }: Seen): readonly string[] => events.flatMap((event) => (event.kind === 'end' ? event.changed : []));

it('takes an answer that is one', async () => {
  await tryCommand(`cat "$RULETREK_PROMPT" > read; cmp read - && echo '${SOLVED}' > answer.json; find . -type f | sort; env | sort`, (seen) => {
    expect(seen.result).toMatchObject({ format: 1, instance: INSTANCE, task: 'E2E', trial: 1, agent: 'cmd', status: 'ok', detail: '', steps: 0, tokens: null });
    expect(said(seen)).toMatch(/^.\/answer.json\n.\/orders.csv\n.\/read\n.\/rules\/guide\/fees.md\nHOME/);
    expect(said(seen)).not.toContain('KEY');
    expect(readFileSync(join(seen.folder, 'answer.json'), 'utf8')).toBe(`${SOLVED}\n`);
    expect(readFileSync(join(seen.folder, 'prompt.md'), 'utf8')).toContain('How high is the fee?');
    expect(changed(seen)).toEqual([]);
  });
});

it('shows RD the graph and no documents', async () => {
  await tryCommand(`echo '${SOLVED}' > answer.json; find . -type f | sort`, (seen) => expect(said(seen)).toBe('./answer.json\n./graph.json\n./orders.csv\n'), { task: 'RD' });
});

it('asks RI for a graph', async () => {
  await tryCommand(`echo '${IDENTIFIED}' > answer.json`, ({ result }) => expect(result.status).toBe('ok'), { task: 'RI' });
  await tryCommand(`echo '${SOLVED}' > answer.json`, ({ result }) => {
    expect(result.status).toBe('bad_json');
    expect(result.detail).toMatch(/nodes/);
  }, { task: 'RI' });
});

it.each([
  ['broken JSON', "echo '{\"answer\": {' > answer.json", 'bad_json', /JSON/],
  ['no answer', 'true', 'no_answer', /there is no answer\.json/],
  ['an empty answer', ': > answer.json', 'no_answer', /empty/],
  ['a gigabyte', 'head -c 1073741824 /dev/zero > answer.json 2>/dev/null; true', 'bad_json', /has 268435456 bytes, and at most 1048576 are read/],
  ['a sparse gigabyte', 'truncate -s 1G answer.json', 'agent_error', /File (size limit exceeded|too large)|exit code 1/],
  ['a folder for an answer', 'mkdir answer.json', 'bad_json', /no file/],
  ['a pipe for an answer', 'mkfifo answer.json', 'bad_json', /no file/],
  ['a link for an answer', 'ln -s /etc/hostname answer.json', 'bad_json', /a link/],
  ['a failure of its own', 'echo "my bad" >&2; exit 7', 'agent_error', /exit code 7, my bad/],
])('names %s', async (_, command, status, detail) => {
  await tryCommand(command, ({ result }) => {
    expect(result.status).toBe(status);
    expect(result.detail).toMatch(detail);
  });
});

it('never follows a link to gold', async () => {
  const gold = join(root, 'bench', 'instances', INSTANCE, 'gold', 'answer.json');
  await tryCommand(`ln -s ${gold} answer.json`, ({ result, folder }) => {
    expect(result.status).toBe('bad_json');
    expect(existsSync(join(folder, 'answer.json'))).toBe(false);
  });
});

it('ends one that never stops, at its wall clock', async () => {
  await tryCommand('sleep 60', ({ result }) => {
    expect(result).toMatchObject({ status: 'time_limit', detail: 'all 2 s are used' });
    expect(result.wallSeconds).toBeGreaterThanOrEqual(2);
    expect(result.wallSeconds).toBeLessThan(20);
  }, { limits: { steps: 5, wallSeconds: 2 } });
});

it('contains one that forks without end', async () => {
  await tryCommand("f() { f | f & }; f; sleep 1; echo '{}' > answer.json; sleep 60", ({ result }) => expect(['time_limit', 'agent_error']).toContain(result.status), { limits: { steps: 5, wallSeconds: 3 } });
});

it('gives one that tries the network and reads outside nothing', async () => {
  const outside = join(root, 'bench', 'instances', INSTANCE, 'gold', 'answer.json');
  await tryCommand(`bash -c 'exec 5<>/dev/tcp/127.0.0.1/22' 2>&1 | head -n 1; cat ${outside} /etc/shadow 2>&1; echo '${SOLVED}' > answer.json`, (seen) => {
    expect(seen.result.status).toBe('ok');
    expect(said(seen)).toMatch(/refused|unreachable/);
    expect(said(seen)).not.toContain(SECRET);
    expect(said(seen).match(/No such file/g)).toHaveLength(2);
  });
});

it('lets one that edits the rules edit its own copy alone, and names what was edited', async () => {
  const rules = join(root, 'bench', 'instances', INSTANCE, 'rules', 'guide', 'fees.md');
  const before = readFileSync(rules, 'utf8');
  await tryCommand(`echo 'There is no fee.' > rules/guide/fees.md; rm orders.csv; echo '${SOLVED}' > answer.json`, (seen) => {
    expect(seen.result.status).toBe('ok');
    expect(changed(seen)).toEqual(['orders.csv', 'rules/guide/fees.md']);
  });
  await tryCommand(`mv rules away; ln -s away rules; echo '${SOLVED}' > answer.json`, (seen) => expect(changed(seen)).toEqual(['rules/guide/fees.md']));
  expect(readFileSync(rules, 'utf8')).toBe(before);
});
