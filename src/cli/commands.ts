/** The commands, in the order in which a project goes through them. */
import { WORK_NAMES } from '../../bench/work-names.ts';
import type { DryRunEnd } from '../../pipelines/dry-run.ts';
import { ANALYSIS_NAMES } from '../analysis/names.ts';
import { TABLE_NAMES } from '../evaluation/tables/names.ts';
import { backendOption, defineCommand, dryRunOption, endpointOptions, endpointOverrides, evaluationOptions, experimentOptions, given, ownRulesOptions, portNumber, positiveInteger, trainingOptions, type Command } from './define.ts';
import { nesys } from './nesys-commands.ts';
import { evalRefusal, train } from './own-rules-commands.ts';
import { ruletrek } from './ruletrek-commands.ts';

const DATASET = 'datasets/ruleworld';
const EXPERIMENT = 'experiments/tiny.yaml';

const generate = defineCommand({
  command: 'generate',
  summary: 'Generate RuleWorld: rules and questions',
  examples: [
    ['dynarule generate', 'the default data set'],
    ['dynarule generate --set format=parquet --workers 4', 'as Parquet, with four worker threads'],
  ],
  options: (parser) =>
    experimentOptions(parser, 'experiments/ruleworld.yaml').option('workers', {
      type: 'string',
      describe: 'worker threads; the files do not depend on it',
      requiresArg: true,
      coerce: positiveInteger,
    }),
  run: async ({ experiment, set, workers }) => {
    const { run } = await import('../../pipelines/generate.ts');
    return run({ config: experiment, overrides: set, ...given({ workers }) });
  },
});

const verifyDataset = defineCommand({
  command: 'verify-dataset [folder]',
  summary: 'Solve every question of a data set independently and compare the answers',
  examples: [['dynarule verify-dataset', 'the default data set']],
  options: (parser) => parser.positional('folder', { type: 'string', default: DATASET, describe: 'the data set' }),
  run: async ({ folder }) => (await import('../../pipelines/verify-dataset.ts')).run({ folder }),
});

const importOutside = defineCommand({
  command: 'import-outside',
  summary: 'Bring PrOntoQA into the form of rules and questions that training and evaluation read',
  examples: [
    ['dynarule import-outside', 'from ../shared/outside into datasets/prontoqa'],
    ['dynarule import-outside --set source=prontoqa/dev.json --set splits.test=200', 'from another file, with more test questions'],
  ],
  options: (parser) => experimentOptions(parser, 'experiments/prontoqa-data.yaml'),
  run: async ({ experiment, set }) => (await import('../../pipelines/import-outside.ts')).run({ config: experiment, overrides: set }),
});

const checkRules = defineCommand({
  command: 'check-rules <path>',
  summary: 'Look for conflicts, cycles and duplicates among rules',
  examples: [['dynarule check-rules datasets/ruleworld/rules-original', 'one repository of the default data set']],
  options: (parser) =>
    parser.positional('path', {
      type: 'string',
      demandOption: true,
      describe: 'a folder of rules (Arrow) or a file with one rule a line (JSON)',
    }),
  run: async ({ path }) => (await import('../../pipelines/check-rules.ts')).run({ path }),
});

const models = defineCommand({
  command: 'models',
  summary: 'Bring SmolLM2-135M-Instruct and all-MiniLM-L6-v2 into models/',
  examples: [['dynarule models', 'both models; what is there is not fetched again']],
  options: (parser) => parser.option('folder', { type: 'string', default: 'models', describe: 'where they are put', requiresArg: true }),
  run: async ({ folder }) => (await import('../../pipelines/models.ts')).run({ folder }),
});

const inspectModel = defineCommand({
  command: 'inspect-model <path>',
  summary: 'Say what a model is and what memory it needs, without loading it',
  examples: [
    ['dynarule inspect-model checkpoints/tiny-base', 'family, parameters, memory with 10,000 rules'],
    ['dynarule inspect-model checkpoints/tiny-base --rules 100000 --dimensions 4096', 'with more rules, of a wider encoder'],
  ],
  options: (parser) =>
    parser
      .positional('path', { type: 'string', demandOption: true, describe: 'a Hugging Face folder or a GGUF file, of a decoder or an encoder' })
      .option('rules', { type: 'string', describe: 'rules that are searched; 10,000 by default', requiresArg: true, coerce: positiveInteger })
      .option('dimensions', { type: 'string', describe: 'width of their embeddings; 1,024 by default', requiresArg: true, coerce: positiveInteger }),
  run: async ({ path, rules, dimensions }) => (await import('../../pipelines/inspect-model.ts')).run({ path, ...given({ rules, dimensions }) }),
});

const pretrain = defineCommand({
  command: 'pretrain',
  summary: 'Pretrain the tiny base model and its tokenizer, or teach a model that is there by adapters',
  examples: [
    ['dynarule pretrain', 'the shipped base model'],
    ['dynarule pretrain --experiment experiments/pretrain-smollm2.yaml', 'low-rank adapters of SmolLM2'],
    ['dynarule pretrain --set name=small --set model.layers=4', 'a smaller one, in its own run folder'],
  ],
  options: (parser) => trainingOptions(parser, 'experiments/pretrain.yaml'),
  run: async ({ experiment, set, fresh, backend }) => {
    const { run } = await import('../../pipelines/pretrain.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

const mergeLora = defineCommand({
  command: 'merge-lora',
  summary: 'Write a model with low-rank adapters in its weights as a model of its own',
  examples: [['dynarule merge-lora --model models/smollm2 --lora checkpoints/smollm2-lora --output models/smollm2-rules', 'the base of experiments/smollm2-rules.yaml']],
  options: (parser) =>
    backendOption(parser)
      .option('model', { type: 'string', demandOption: true, describe: 'a Hugging Face folder or a GGUF file', requiresArg: true })
      .option('lora', { type: 'string', demandOption: true, describe: "folder of its adapters, in PEFT's layout", requiresArg: true })
      .option('output', { type: 'string', demandOption: true, describe: 'folder that is written', requiresArg: true }),
  run: async ({ model, lora, output, backend }) => (await import('../../pipelines/merge-lora.ts')).run({ model, lora, output, ...given({ backend }) }),
});

const embed = defineCommand({
  command: 'embed',
  summary: 'Embed all rules with the encoder of an experiment',
  examples: [['dynarule embed --experiment experiments/smollm2.yaml', 'with MiniLM']],
  options: (parser) => backendOption(experimentOptions(parser, EXPERIMENT)),
  run: async ({ experiment, set, backend }) => {
    const { run } = await import('../../pipelines/embed.ts');
    return run({ config: experiment, overrides: set, ...given({ backend }) });
  },
});

const trainStage1 = defineCommand({
  command: 'train-stage1',
  summary: 'Stage 1: the adapters learn to read injected rules',
  examples: [
    ['dynarule train-stage1 --experiment experiments/quick.yaml', 'the short form'],
    ['dynarule train-stage1 --set stage1.steps=500 --set name=short', 'another length, in its own run folder'],
    ['dynarule train-stage1 --experiment experiments/qwen2.5-7b.yaml --dry-run', 'two steps with a random model of the family'],
  ],
  options: (parser) => dryRunOption(trainingOptions(parser, EXPERIMENT)),
  run: async ({ experiment, set, fresh, backend, 'dry-run': dryRun }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'stage1');
    const { run } = await import('../../pipelines/train-stage1.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

const trainStage2 = defineCommand({
  command: 'train-stage2',
  summary: 'Stage 2: the adapters learn to retrieve rules step by step',
  examples: [['dynarule train-stage2 --experiment experiments/quick.yaml', 'continues from stage 1 of the same run']],
  options: (parser) => dryRunOption(trainingOptions(parser, EXPERIMENT)),
  run: async ({ experiment, set, fresh, backend, 'dry-run': dryRun }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'stage2');
    const { run } = await import('../../pipelines/train-stage2.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

const trainBaselines = defineCommand({
  command: 'train-baselines',
  summary: 'Train KBLaM and SR-KI on the data and with the budget of an experiment',
  examples: [['dynarule train-baselines', 'those of the tiny experiment, after its stage 1']],
  options: (parser) => trainingOptions(parser, EXPERIMENT),
  run: async ({ experiment, set, fresh, backend }) => {
    const { run } = await import('../../pipelines/train-baselines.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

const evalTable2 = defineCommand({
  command: 'eval-table2',
  summary: "Evaluate the methods and print the paper's Tables 2 and 4 beside its own figures",
  examples: [
    ['dynarule eval-table2', 'the full tables; what is done already is skipped'],
    ['dynarule eval-table2 --set evaluation.ruleCounts=[100] --set evaluation.seeds=[1]', 'a small part of them'],
    ['dynarule eval-table2 --workers 2', 'in two processes'],
    [
      'dynarule eval-table2 --experiment experiments/endpoint.yaml --endpoint http://localhost:8080/v1 --endpoint-model qwen --set name=qwen',
      'prompting and RAG with the model of a server',
    ],
  ],
  options: (parser) => dryRunOption(evaluationOptions(endpointOptions(backendOption(experimentOptions(parser, EXPERIMENT))))),
  run: async ({ experiment, set, backend, workers, finished, beside, 'dry-run': dryRun, ...endpoint }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'evaluation');
    const { run } = await import('../../pipelines/eval-table.ts');
    const tables = ['2', '4'] as const;
    return run({ experiment, set: [...endpointOverrides(endpoint), ...set], tables, backend, workers, finished, beside });
  },
});

const evalTable = defineCommand({
  command: 'eval-table',
  summary: 'Evaluate the methods and print any of the tables',
  examples: [
    ['dynarule eval-table --table 8 --set evaluation.ruleCounts=[100,500,1000,2000,5000,10000]', 'Table 8 at all its rule counts'],
    ['dynarule eval-table --table paired --table stepwise --finished', 'comparisons between methods, of what is answered so far'],
    [
      'dynarule eval-table --table 3 --experiment experiments/endpoint.yaml --beside runs/tiny/results.json',
      'a model behind an endpoint, and DynaRule beside it',
    ],
  ],
  options: (parser) =>
    evaluationOptions(endpointOptions(backendOption(experimentOptions(parser, EXPERIMENT)))).option('table', {
      type: 'string',
      array: true,
      nargs: 1,
      choices: TABLE_NAMES,
      demandOption: true,
      describe: 'which; repeatable',
    }),
  run: async ({ experiment, set, table, backend, workers, finished, beside, ...endpoint }) => {
    const { run } = await import('../../pipelines/eval-table.ts');
    return run({ experiment, set: [...endpointOverrides(endpoint), ...set], tables: table, backend, workers, finished, beside });
  },
});

const compare = defineCommand({
  command: 'compare <first> <second>',
  summary: 'Compare two evaluations: differences with intervals, and questions that flipped',
  examples: [['dynarule compare runs/tiny/results.json runs/tiny-paper/results.json', 'the second minus the first']],
  options: (parser) =>
    parser
      .positional('first', { type: 'string', demandOption: true, describe: 'results.json of one evaluation' })
      .positional('second', { type: 'string', demandOption: true, describe: 'and of the other' })
      .option('flips', { type: 'string', describe: 'write all flipped questions to this file, as JSON lines', requiresArg: true }),
  run: async ({ first, second, flips }) => (await import('../../pipelines/compare.ts')).run({ first, second, flips }),
});

const analyse = defineCommand({
  command: 'analyse <what>',
  summary: 'Make one of the analyses behind the figures: retention, attention, removal, cost, cases',
  examples: [
    ['dynarule analyse cases', 'case studies, from the records of an evaluation'],
    ['dynarule analyse removal --set evaluation.perSubtask=1', 'right rules removed, on eleven questions'],
    ['dynarule analyse cost --set evaluation.methods=[dynarule,kblam,sr-ki,prompting,rag-bm25]', 'time and memory of five methods'],
  ],
  options: (parser) =>
    backendOption(experimentOptions(parser, EXPERIMENT)).positional('what', {
      choices: ANALYSIS_NAMES,
      demandOption: true,
      describe: 'which; all but cases need the trained model',
    }),
  run: async ({ what, experiment, set, backend }) => (await import('../../pipelines/analyse.ts')).run({ what, experiment, set, backend }),
});

const figures = defineCommand({
  command: 'figures',
  summary: "Draw the paper's figures from the run folder of an experiment: SVG, PNG, and the data as CSV",
  examples: [['dynarule figures', 'what lacks data says which command makes it']],
  options: (parser) => experimentOptions(parser, EXPERIMENT),
  run: async ({ experiment, set }) => (await import('../../pipelines/figures.ts')).run({ experiment, set }),
});

const report = defineCommand({
  command: 'report',
  summary: 'Write the report of an experiment from its run folder',
  examples: [
    ['dynarule report --experiment experiments/quick.yaml', 'after eval-table2'],
    ['dynarule report --into README.md --into docs/results.md --beside runs/tiny-paper/results.json', 'and the tables there'],
  ],
  options: (parser) =>
    experimentOptions(parser, EXPERIMENT)
      .option('into', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'a Markdown file whose results block is written anew; repeatable',
      })
      .option('beside', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'another results.json whose rows stand in the tables there; repeatable',
      }),
  run: async ({ experiment, set, into, beside }) =>
    (await import('../../pipelines/report.ts')).run({ experiment, set, into, beside }),
});

const ask = defineCommand({
  command: 'ask <question>',
  summary: "Answer a question from one's own rules, and say which rules stood behind it",
  examples: [
    ['dynarule ask --rules my-rules.jsonl "A enters the bridge. What will A become?"', 'with the tiny model'],
    ['dynarule ask --rules my-rules.csv --json "How many horns does a tiny cat have?"', 'one JSON object, with all rules of each step'],
  ],
  options: (parser) =>
    ownRulesOptions(parser)
      .positional('question', { type: 'string', demandOption: true, describe: 'the question, in quotes' })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object at the end' }),
  run: async ({ question, rules, model, adapters, refusal, json, backend }) =>
    (await import('../../pipelines/ask.ts')).run({ question, rules, model, adapters, refusal, json, backend }),
});

const chat = defineCommand({
  command: 'chat',
  summary: "Questions to one's own rules from the terminal, one a line",
  examples: [['dynarule chat --rules my-rules.jsonl', 'until Ctrl-D']],
  options: (parser) => ownRulesOptions(parser),
  run: async ({ rules, model, adapters, refusal, backend }) =>
    (await import('../../pipelines/chat.ts')).run({ rules, model, adapters, refusal, backend }),
});

const serve = defineCommand({
  command: 'serve',
  summary: "Serve one's own rules: an OpenAI-compatible endpoint, rules that change while it runs, and a page",
  examples: [
    ['dynarule serve --rules my-rules.jsonl', 'on this machine alone, port 8080'],
    ['dynarule serve --rules my-rules.jsonl --host 0.0.0.0 --api-key-variable RULES_KEY', 'for other machines, with a key'],
  ],
  options: (parser) =>
    ownRulesOptions(parser)
      .option('host', { type: 'string', default: '127.0.0.1', describe: 'address to listen on', requiresArg: true })
      .option('port', { type: 'string', default: '8080', describe: '0 takes a free one', requiresArg: true, coerce: portNumber })
      .option('api-key-variable', { type: 'string', describe: 'environment variable with the key that clients must show', requiresArg: true })
      .option('queue', { type: 'string', describe: 'questions that may wait for the model. 256 by default', requiresArg: true, coerce: positiveInteger })
      .option('timeout', { type: 'string', describe: 'seconds for an answer, waiting included. 120 by default', requiresArg: true, coerce: positiveInteger }),
  run: async ({ rules, model, adapters, refusal, backend, host, port, queue, timeout, ...key }) => {
    const { run } = await import('../../pipelines/serve.ts');
    const answerMs = timeout === undefined ? undefined : timeout * 1000;
    return run({ rules, model, adapters, refusal, backend, host, port, apiKeyVariable: key['api-key-variable'], limits: given({ queue, answerMs }) });
  },
});

const demo = defineCommand({
  command: 'demo',
  summary: 'Data, both stages in short form, Table 2 with the shipped checkpoint, and a report',
  examples: [['dynarule demo', 'at most 20 minutes on two cores']],
  options: (parser) => backendOption(parser),
  run: async ({ backend }) => (await import('../../pipelines/demo.ts')).run(given({ backend })),
});

const bench = defineCommand({
  command: 'bench',
  summary: 'Measure our work beside the same work in PyTorch and llama.cpp',
  examples: [
    ['dynarule bench', 'one JSON line for each work'],
    ['dynarule bench --work smollm2-decode --work minilm-embed', 'these alone'],
  ],
  options: (parser) =>
    backendOption(parser).option('work', { type: 'string', array: true, nargs: 1, choices: WORK_NAMES, describe: 'which; repeatable; all by default' }),
  run: async ({ backend, work }) => (await import('../../pipelines/bench.ts')).run(given({ backend, works: work })),
});

async function walkInMiniature(config: string, overrides: readonly string[], backend: string | undefined, until: DryRunEnd): Promise<void> {
  const { run } = await import('../../pipelines/dry-run.ts');
  return run({ config, overrides, until, ...given({ backend }) });
}

export const COMMANDS: readonly Command[] = [
  generate,
  verifyDataset,
  importOutside,
  checkRules,
  models,
  inspectModel,
  pretrain,
  mergeLora,
  embed,
  trainStage1,
  trainStage2,
  trainBaselines,
  evalTable2,
  evalTable,
  evalRefusal,
  compare,
  analyse,
  figures,
  report,
  ask,
  chat,
  serve,
  train,
  demo,
  bench,
  nesys,
  ruletrek,
];
