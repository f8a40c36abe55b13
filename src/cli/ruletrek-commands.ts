/** `dynarule ruletrek …`: agents that find and apply rules in a workspace. */
import { defineCommand, defineGroup, endpointGiven, neededEndpoint, positiveInteger } from './define.ts';
import { JUDGING_COMMANDS } from './ruletrek-judging-commands.ts';
import { RUN_COMMANDS } from './ruletrek-run-commands.ts';

const BENCH = 'datasets/ruletrek';

const build = defineCommand({
  command: 'build',
  summary: 'Build a benchmark: instances of every pack, each verified',
  examples: [
    ['dynarule ruletrek build', `40 instances a pack in ${BENCH}`],
    ['dynarule ruletrek build --count 5 --output my-bench --seed other', 'a small one of its own'],
  ],
  options: (parser) =>
    parser
      .option('output', { type: 'string', default: BENCH, describe: 'folder of the benchmark; an earlier one is replaced', requiresArg: true })
      .option('seed', { type: 'string', default: 'ruletrek', describe: 'the files depend on it, the packs and the count alone', requiresArg: true })
      .option('count', { type: 'string', describe: 'instances of each pack. 40 by default', requiresArg: true, coerce: positiveInteger })
      .option('packs', { type: 'string', default: '', describe: 'names of packs with commas between; all by default', requiresArg: true })
      .option('proposals', { type: 'string', describe: 'file of wordings and sub-scenarios that a model proposed', requiresArg: true }),
  run: async ({ output, seed, count, packs, proposals }) => {
    const { run } = await import('../../pipelines/ruletrek-build.ts');
    return run({ output, seed, count: count ?? 40, packs: listed(packs), proposals: proposals ?? null });
  },
});

function listed(names: string): string[] {
  return names.split(',').filter((name) => name !== '');
}

const propose = defineCommand({
  command: 'propose',
  summary: 'Let a model propose introductions and sub-scenarios; the checks decide which are taken',
  examples: [
    ['dynarule ruletrek propose --endpoint http://localhost:8080/v1 --endpoint-model qwen', 'then dynarule ruletrek build --proposals ruletrek-proposals.json'],
    ['dynarule ruletrek propose --packs tax --sub-scenarios 5 --endpoint https://example.org/v1 --endpoint-model large --key-variable KEY', 'five cases a rule of one pack, with the key in $KEY'],
  ],
  options: (parser) =>
    neededEndpoint(parser)
      .option('output', { type: 'string', default: 'ruletrek-proposals.json', describe: 'receives what is taken', requiresArg: true })
      .option('packs', { type: 'string', default: '', describe: 'names of packs with commas between; all by default', requiresArg: true })
      .option('introductions', { type: 'string', describe: 'to ask for, for each pack. 3 by default', requiresArg: true, coerce: positiveInteger })
      .option('sub-scenarios', { type: 'string', describe: 'to ask for, for each rule. 2 by default', requiresArg: true, coerce: positiveInteger }),
  run: async ({ output, packs, introductions, 'sub-scenarios': subScenarios, ...endpoint }) =>
    (await import('../../pipelines/ruletrek-propose.ts')).run({
      output, packs: listed(packs), introductions: introductions ?? 3, subScenarios: subScenarios ?? 2, endpoint: endpointGiven(endpoint),
    }),
});

const verify = defineCommand({
  command: 'verify [bench]',
  summary: 'Check every instance from its files and print the acceptance numbers',
  examples: [
    ['dynarule ruletrek verify', 'all checks, all numbers that can be had here'],
    ['dynarule ruletrek verify --rebuild', 'and the same bytes once more'],
  ],
  options: (parser) =>
    parser
      .positional('bench', { type: 'string', default: BENCH, describe: 'folder of the benchmark' })
      .option('rebuild', { type: 'boolean', default: false, describe: 'build the benchmark once more and compare every file' })
      .option('pi', { type: 'string', default: 'models/pi', describe: 'where the coding agent pi is installed, if it is', requiresArg: true }),
  run: async ({ bench, rebuild, pi }) => (await import('../../pipelines/ruletrek-verify.ts')).run({ bench, rebuild, pi }),
});

const score = defineCommand({
  command: 'score <folders..>',
  summary: "Score the trials of runs and print them in the layout of the paper's tables",
  examples: [
    ['dynarule ruletrek score runs/ruletrek-chat-qwen', 'writes score.json beside each result.json'],
    ['dynarule ruletrek score runs/ruletrek-heuristic runs/ruletrek-oracle', 'two runs, a row each'],
  ],
  options: (parser) =>
    parser
      .positional('folders', { type: 'string', array: true, demandOption: true, describe: 'run folders with trials/' })
      .option('bench', { type: 'string', default: BENCH, describe: 'the benchmark that was run', requiresArg: true }),
  run: async ({ folders, bench }) => (await import('../../pipelines/ruletrek-score.ts')).run({ folders, bench }),
});

const report = defineCommand({
  command: 'report <folders..>',
  summary: 'Write a page of scored runs: figures, tables, and every trial to browse',
  examples: [
    ['dynarule ruletrek report runs/ruletrek-chat-qwen', 'writes ruletrek.html and figures/ there'],
    ['dynarule ruletrek report runs/ruletrek-heuristic runs/ruletrek-oracle --output runs/both', 'two runs on one page'],
  ],
  options: (parser) =>
    parser
      .positional('folders', { type: 'string', array: true, demandOption: true, describe: 'run folders that were scored' })
      .option('output', { type: 'string', describe: "folder of the page; the first run's by default", requiresArg: true }),
  run: async ({ folders, output }) => (await import('../../pipelines/ruletrek-report.ts')).run({ folders, output }),
});

export const ruletrek = defineGroup('ruletrek', 'RuleTrek: agents that find and apply rules in a workspace', [build, propose, verify, score, report, ...RUN_COMMANDS, ...JUDGING_COMMANDS]);
