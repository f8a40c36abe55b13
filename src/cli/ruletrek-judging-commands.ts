/** `dynarule ruletrek annotate`, `kappa` and `judge`: people judge instances, and a model judges answers; neither is in a score. */
import { defineCommand, endpointGiven, neededEndpoint, positiveInteger, type Command } from './define.ts';

const annotate = defineCommand({
  command: 'annotate',
  summary: 'Write sheets on which two people judge instances by five criteria',
  examples: [
    ['dynarule ruletrek annotate', '20 instances in annotation/: a guide, cards, two sheets'],
    ['dynarule ruletrek annotate --count 60 --seed second --output second', 'others'],
  ],
  options: (parser) =>
    parser
      .option('bench', { type: 'string', default: 'datasets/ruletrek', describe: 'folder of the benchmark', requiresArg: true })
      .option('output', { type: 'string', default: 'annotation', describe: 'folder that is made', requiresArg: true })
      .option('count', { type: 'string', describe: 'instances, drawn from all. 20 by default', requiresArg: true, coerce: positiveInteger })
      .option('seed', { type: 'string', default: 'annotate', describe: 'which ones, and in which order', requiresArg: true }),
  run: async ({ bench, output, count, seed }) => (await import('../../pipelines/ruletrek-annotate.ts')).run({ bench, output, count: count ?? 20, seed }),
});

const kappa = defineCommand({
  command: 'kappa <first> <second>',
  summary: "Print two filled sheets' agreement: share, Cohen's kappa, Spearman's rho",
  examples: [['dynarule ruletrek kappa annotation/sheet-1.csv annotation/sheet-2.csv', 'by criterion, with intervals']],
  options: (parser) =>
    parser
      .positional('first', { type: 'string', demandOption: true, describe: 'the sheet of one annotator' })
      .positional('second', { type: 'string', demandOption: true, describe: 'the sheet of the other one' }),
  run: async ({ first, second }) => (await import('../../pipelines/ruletrek-kappa.ts')).run({ first, second }),
});

const judge = defineCommand({
  command: 'judge <folders..>',
  summary: 'Let a model judge the answers of runs, beside the scores and never in them',
  examples: [
    ['dynarule ruletrek judge runs/ruletrek-chat-qwen --endpoint http://localhost:8080/v1 --endpoint-model qwen', 'writes judge.json beside each answer'],
    ['dynarule ruletrek judge runs/a runs/b --endpoint https://example.org/v1 --endpoint-model large --key-variable KEY', 'with the key in $KEY'],
  ],
  options: (parser) =>
    neededEndpoint(parser)
      .positional('folders', { type: 'string', array: true, demandOption: true, describe: 'run folders with trials/' })
      .option('bench', { type: 'string', default: 'datasets/ruletrek', describe: 'the benchmark that was run', requiresArg: true }),
  run: async ({ folders, bench, ...endpoint }) => (await import('../../pipelines/ruletrek-judge.ts')).run({ folders, bench, endpoint: endpointGiven(endpoint) }),
});

export const JUDGING_COMMANDS: readonly Command[] = [annotate, kappa, judge];
