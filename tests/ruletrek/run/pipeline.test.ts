/** The pipeline from a YAML to a run folder, without isolation so that it runs on any machine, killed and gone on with. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../pipelines/ruletrek-run.ts';
import { UserError } from '../../../src/errors.ts';
import type { TrialResult } from '../../../src/ruletrek/formats/result.ts';
import { loadRunConfig } from '../../../src/ruletrek/run/config.ts';
import { INSTANCE, SOLVED, writeSmallBench } from './small-bench.ts';

let root = '';
let yaml = '';
let said: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ruletrek-run-'));
  yaml = join(root, 'run.yaml');
  said = [];
  writeSmallBench(join(root, 'bench'));
});
afterEach(() => rmSync(root, { recursive: true }));

function configure(command: string, more = ''): void {
  writeFileSync(yaml, `name: r\nbench: ${root}/bench\ntasks: [RD, E2E]\nsandbox: none\nlimits: { steps: 5, wallSeconds: 20 }\nagent: { kind: cmd, command: ${JSON.stringify(command)} }\n${more}`);
}

const start = async (set: readonly string[] = []): Promise<boolean> => (await run({ experiment: yaml, set, root: join(root, 'runs'), print: (line) => said.push(line) })).complete;
const resultFile = (task: string, trial = 1): string => join(root, 'runs', 'r-cmd', 'trials', INSTANCE, task, String(trial), 'result.json');
const resultOf = (task: string): TrialResult => JSON.parse(readFileSync(resultFile(task), 'utf8')) as TrialResult;

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

it('fills a run folder, and has nothing left to do the second time', async () => {
  configure(`echo '${SOLVED}' > answer.json`);
  expect(await start()).toBe(true);
  expect(said[0]).toBe('no sandbox: agents see this machine and its network');
  expect(said.slice(-3)).toEqual(['     2  ok', '     2  trials in all', join(root, 'runs', 'r-cmd')]);
  expect(JSON.parse(readFileSync(join(root, 'runs', 'r-cmd', 'run.json'), 'utf8'))).toMatchObject({ format: 1, agent: 'cmd', identity: { agent: { kind: 'cmd' }, isolated: false }, sandbox: { kind: 'none' } });
  const before = statSync(resultFile('RD')).mtimeMs;
  expect(await start(['repetitions=2'])).toBe(true);
  expect(statSync(resultFile('RD')).mtimeMs).toBe(before);
  expect(existsSync(resultFile('RD', 2))).toBe(true);
});

it('refuses to go on with something else under the same name', async () => {
  configure('true');
  await start();
  expect(await refusal(start(['agent.command=exit 3']))).toContain('one with other values: agent.command');
  expect(await refusal(start(['limits.steps=6']))).toContain('limits.steps');
});

it('refuses what it lacks before anything runs', async () => {
  configure('true');
  expect(await refusal(start([`bench=${root}/none`]))).toContain('build the benchmark');
  expect(await refusal(start(['instances=[tax-002]']))).toContain('tax-002; the benchmark has 1 instances');
  expect(await refusal(start(['agent.kind=chat']))).toContain('endpoint: the agent chat needs a model');
  expect(await refusal(start(['agent.kind=fly']))).toContain('agent.kind: expected chat, pi, cmd, noop');
  expect(await refusal(start(['agent.command=null']))).toContain('agent.command: the agent cmd needs a command');
  expect(await refusal(start(['agent.search=bm25']))).toContain('search_rules is a tool of the chat agent alone');
  expect(await refusal(start(['agent.kind=pi', 'endpoint={baseUrl: "http://localhost:1/v1", model: m}', `agent.piFolder=${root}/pi`]))).toContain('npm install --prefix');
  expect(existsSync(join(root, 'runs'))).toBe(false);
});

it('ends with the same after kill -9, and runs nothing twice', async () => {
  // RD is answered at once; E2E waits for a file that is there only the second time.
  configure(`if [ -e rules ]; then while [ ! -e ${root}/go ]; do sleep 0.1; done; fi; echo '${SOLVED}' > answer.json`);
  const source = new URL('../../../pipelines/ruletrek-run.ts', import.meta.url).href;
  const script = join(root, 'killed.mjs');
  writeFileSync(script, `import { run } from ${JSON.stringify(source)};\nawait run({ experiment: ${JSON.stringify(yaml)}, root: ${JSON.stringify(join(root, 'runs'))} });\n`);
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '' } });
  const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
  while (!existsSync(join(resultFile('E2E'), '..', 'trajectory.jsonl')) && child.exitCode === null) await new Promise((wait) => setTimeout(wait, 50));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  expect([existsSync(resultFile('RD')), existsSync(resultFile('E2E'))]).toEqual([true, false]);
  const [before, written] = [readFileSync(resultFile('RD'), 'utf8'), statSync(resultFile('RD')).mtimeMs];
  writeFileSync(join(root, 'go'), '');
  spawnSync('chmod', ['755', root]);
  expect(await start()).toBe(true);
  expect([readFileSync(resultFile('RD'), 'utf8'), statSync(resultFile('RD')).mtimeMs]).toEqual([before, written]);
  expect([resultOf('RD').status, resultOf('E2E').status]).toEqual(['ok', 'ok']);
  expect(readFileSync(join(root, 'runs', 'r-cmd', 'trials', INSTANCE, 'E2E', '1', 'trajectory.jsonl'), 'utf8').match(/"kind":"end"/g)).toHaveLength(1);
});

it('reads the shipped configuration', () => {
  expect(loadRunConfig('experiments/ruletrek.yaml')).toMatchObject({ limits: { steps: 200, wallSeconds: 1800 }, sandbox: 'auto', agent: { kind: 'chat', search: 'none' } });
});
