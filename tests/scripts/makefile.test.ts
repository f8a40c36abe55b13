/** Each target of the Makefile runs a command line that `dynarule` accepts. */
import { spawnSync } from 'node:child_process';
import { COMMANDS } from '../../src/cli/commands.ts';
import { checkCommandLine } from '../../src/cli/run-cli.ts';

/** The recipe of a target, as make would run it. */
function recipe(target: string, ...settings: string[]): string {
  // The tests may themselves run under make: its settings are not for this one.
  const env = { ...process.env, MAKEFLAGS: '', MAKEOVERRIDES: '', ARGS: '', EXPERIMENT: '' };
  const { status, stdout, stderr } = spawnSync('make', ['--dry-run', target, ...settings], { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`make ${target}: ${stderr}`);
  return stdout;
}

function commandLine(text: string): string[] {
  const words = /^node bin\/dynarule\.js (.+)$/m.exec(text)?.[1];
  if (words === undefined) throw new Error(`no command line in: ${text}`);
  return words.trim().split(/ +/);
}

/** Commands with commands of their own, whose targets stand below. */
const groups = ['nesys', 'ruletrek'];
/** First words of the examples: the name of every other command. */
const names = [...new Set(COMMANDS.flatMap(({ examples }) => examples.map((line) => line.split(' ')[1]!)))].filter((name) => !groups.includes(name));
/** What commands cannot do without. */
const needed: Readonly<Record<string, string>> = {
  'check-rules': 'rules.jsonl',
  'inspect-model': 'checkpoints/tiny-base',
  'merge-lora': '--model models/smollm2 --lora adapters --output merged',
  'eval-table': '--table paired',
  compare: 'a/results.json b/results.json',
  analyse: 'cases',
  ask: '--rules rules.jsonl question',
  chat: '--rules rules.jsonl',
  serve: '--rules rules.jsonl',
};
const experiment = 'experiments/quick.yaml';
const readsExperiment = ['generate', 'pretrain', 'embed', 'train-stage1', 'train-stage2', 'train-baselines', 'eval-table2', 'figures', 'report'];

describe('make', () => {
  it.each(names)('%s runs a command line that parses', async (name) => {
    const words = commandLine(recipe(name, `ARGS=${needed[name] ?? ''}`));
    expect(words[0]).toBe(name);
    await checkCommandLine(words);
  });

  it.each(readsExperiment)('%s passes EXPERIMENT and ARGS on', async (name) => {
    const words = commandLine(recipe(name, `EXPERIMENT=${experiment}`, 'ARGS=--set a.b=1'));
    expect(words).toEqual([name, '--experiment', experiment, '--set', 'a.b=1']);
    await checkCommandLine(words);
  });

  it.each([
    ['eval-nesys', ['nesys', 'tables']],
    ['nesys-workshop', ['nesys', 'workshop']],
    ['nesys-cluster', ['nesys', 'cluster']],
    ['nesys-induce', ['nesys', 'induce']],
    ['nesys-select', ['nesys', 'select']],
    ['nesys-route', ['nesys', 'route']],
    ['ruletrek-build', ['ruletrek', 'build']],
    ['verify-ruletrek', ['ruletrek', 'verify']],
    ['eval-ruletrek', ['ruletrek', 'run']],
  ])('%s runs %j', async (target, expected) => {
    const words = commandLine(recipe(target));
    expect(words).toEqual(expected);
    await checkCommandLine(words);
  });

  const six = '[100,500,1000,2000,5000,10000]';

  it.each([
    ['3', '[1000]'],
    ['4', null],
    ['8', six],
    ['9', six],
    ['10', six],
    ['11', six],
    ['12', six],
    ['13', '[100,500,1000]'],
    ['stepwise', null],
  ])('prints table %s with the rule counts %s that it shows, before ARGS', async (table, counts) => {
    const target = table === 'stepwise' ? 'eval-stepwise' : `eval-table${table}`;
    const words = commandLine(recipe(target, `EXPERIMENT=${experiment}`, 'ARGS=--workers 2').replaceAll("'", ''));
    const own = counts === null ? [] : ['--set', `evaluation.ruleCounts=${counts}`];
    expect(words).toEqual(['eval-table', '--table', table, '--experiment', experiment, ...own, '--workers', '2']);
    await checkCommandLine(words);
  });

  it('help lists every target that a user calls', () => {
    const help = spawnSync('make', ['help'], { encoding: 'utf8' }).stdout;
    const listed = [...help.matchAll(/^ {2}make (\S+)/gm)].map((match) => match[1]);
    expect(listed).toEqual(expect.arrayContaining([...names, 'setup', 'test', 'lint', 'typecheck', 'clean']));
  });
});
