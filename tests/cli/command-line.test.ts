import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/commands.ts';
import { checkCommandLine, runCli } from '../../src/cli/run-cli.ts';
import { UserError } from '../../src/errors.ts';
import { shellWords } from './shell-words.ts';

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The real command line in a process of its own. */
function dynarule(...words: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/dynarule.js', ...words], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  return { code: status, out: stdout, err: stderr };
}

const NAMES = [
  'generate',
  'verify-dataset',
  'import-outside',
  'check-rules',
  'models',
  'inspect-model',
  'pretrain',
  'merge-lora',
  'embed',
  'train-stage1',
  'train-stage2',
  'train-baselines',
  'eval-table2',
  'eval-table',
  'eval-refusal',
  'compare',
  'analyse',
  'figures',
  'report',
  'ask',
  'chat',
  'serve',
  'train',
  'demo',
  'bench',
  'nesys',
  'ruletrek',
];

describe('dynarule', () => {
  it('lists every command in its help', () => {
    const { code, out } = dynarule('--help');
    expect(code).toBe(0);
    expect(NAMES.filter((name) => !out.includes(`dynarule ${name}`))).toEqual([]);
  });

  it('shows options and examples for a command', () => {
    const { code, out } = dynarule('train-stage1', '--help');
    expect(code).toBe(0);
    for (const word of ['--experiment', '--set', '--backend', '--fresh', 'Examples:']) expect(out).toContain(word);
  });

  it('refuses bad input with the message alone and exit code 2', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    const path = join(folder, 'bad.yaml');
    writeFileSync(path, 'seed: x\nsedd: y\n');
    const { code, err } = dynarule('generate', '--experiment', path);
    expect(code).toBe(2);
    expect(err).toContain(`${path}:2 sedd: unknown key`);
    expect(err).not.toContain('    at ');
  });
});

describe('runCli', () => {
  const write = process.stderr.write.bind(process.stderr);
  let said = '';
  beforeEach(() => {
    said = '';
    process.stderr.write = ((text: string) => {
      said += text;
      return true;
    }) as typeof process.stderr.write;
  });
  afterEach(() => {
    process.stderr.write = write;
  });

  it.each([
    [['eval-table2', '--sede', '3'], 'Unknown argument: sede'],
    [['evaltable'], 'Did you mean eval-table?'],
    [['eval-table'], 'Missing required argument: table'],
    [['eval-table', '--table', '7'], 'Choices: "2", "3"'],
    [['eval-table2', '--workers', '0'], 'a whole number from 1 on'],
    [['compare', 'a/results.json'], 'Not enough'],
    [[], 'name one command'],
    [['eval-table2', 'extra'], 'extra'],
    [['check-rules'], 'Not enough'],
    [['eval-table2', '--experiment'], 'experiment'],
    [['generate', '--workers', 'many'], 'a whole number from 1 on'],
    [['train-stage1', '--experiment', 'a.yaml', '--experiment', 'b.yaml'], 'expected --experiment once\n  got: --experiment a.yaml --experiment b.yaml'],
  ])('refuses %j', async (words, message) => {
    expect(await runCli(words, () => Promise.resolve())).toBe(2);
    expect(said).toContain(message);
  });

  it('lets every --set take effect', async () => {
    const run = (work: () => Promise<unknown>): Promise<unknown> => work();
    expect(await runCli(['generate', '--set', 'sede=1', '--set', 'seed=x', '--set', 'formt=arrow'], run)).toBe(2);
    expect(said).toContain('--set sede=1 sede: unknown key');
    expect(said).toContain('--set formt=arrow formt: unknown key');
  });

  it('takes --endpoint and --endpoint-model for keys of the experiment, before every --set', async () => {
    const run = (work: () => Promise<unknown>): Promise<unknown> => work();
    const words = ['eval-table2', '--endpoint', 'ftp://host', '--endpoint-model', '7', '--set', 'evaluation.endpoint.retries=many'];
    expect(await runCli(words, run)).toBe(2);
    expect(said).toContain('--set evaluation.endpoint.baseUrl="ftp://host" evaluation.endpoint.baseUrl: expected an http or https address');
    expect(said).toContain('--set evaluation.endpoint.retries=many evaluation.endpoint.retries: expected number');
    expect(said).not.toContain('endpoint.model');
  });

  it('returns 0 for a command that finishes', async () => {
    expect(await runCli(['eval-table2'], () => Promise.resolve())).toBe(0);
    expect(said).toBe('');
  });

  it("prints a user's error without its stack and any other with it", async () => {
    const failWith = (error: Error) => () => Promise.reject(error);
    expect(await runCli(['eval-table2'], failWith(new UserError('no such file')))).toBe(2);
    expect(said).toBe('no such file\n');
    expect(await runCli(['eval-table2'], failWith(new RangeError('index 3')))).toBe(1);
    expect(said).toContain('RangeError: index 3\n    at ');
  });
});

describe('the examples in the help', () => {
  it.each(COMMANDS.flatMap((command) => command.examples))('%s', async (example) => {
    const [program, ...words] = shellWords(example);
    expect(program).toBe('dynarule');
    await expect(checkCommandLine(words)).resolves.toBeUndefined();
  });

  it('are there for every command', () => {
    const named = COMMANDS.map((command) => command.examples[0]?.split(' ')[1]);
    expect(named).toEqual(NAMES);
  });
});

it('ends quietly when nobody reads on', () => {
  const line = `'${process.execPath}' bin/dynarule.js --help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  expect([stdout.trim(), stderr]).toEqual(['141', '']);
});
