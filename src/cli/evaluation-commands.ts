/** Commands that evaluate: the paper's tables, comparisons, figures, and the report. */
import { ANALYSIS_NAMES } from '../analysis/names.ts';
import { TABLE_NAMES } from '../evaluation/tables/names.ts';
import { backendOption, defineCommand, dryRunOption, endpointOptions, endpointOverrides, evaluationOptions, experimentOptions, TINY_EXPERIMENT } from './define.ts';
import { walkInMiniature } from './walk-in-miniature.ts';

export const evalTable2 = defineCommand({
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
  options: (parser) => dryRunOption(evaluationOptions(endpointOptions(backendOption(experimentOptions(parser, TINY_EXPERIMENT))))),
  run: async ({ experiment, set, backend, workers, finished, beside, 'dry-run': dryRun, ...endpoint }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'evaluation');
    const { run } = await import('../../pipelines/eval-table.ts');
    const tables = ['2', '4'] as const;
    return run({ experiment, set: [...endpointOverrides(endpoint), ...set], tables, backend, workers, finished, beside });
  },
});

export const evalTable = defineCommand({
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
    evaluationOptions(endpointOptions(backendOption(experimentOptions(parser, TINY_EXPERIMENT)))).option('table', {
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

export const compare = defineCommand({
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

export const analyse = defineCommand({
  command: 'analyse <what>',
  summary: 'Make one of the analyses behind the figures: retention, attention, removal, cost, cases',
  examples: [
    ['dynarule analyse cases', 'case studies, from the records of an evaluation'],
    ['dynarule analyse removal --set evaluation.perSubtask=1', 'right rules removed, on eleven questions'],
    ['dynarule analyse cost --set evaluation.methods=[dynarule,kblam,sr-ki,prompting,rag-bm25]', 'time and memory of five methods'],
  ],
  options: (parser) =>
    backendOption(experimentOptions(parser, TINY_EXPERIMENT)).positional('what', {
      choices: ANALYSIS_NAMES,
      demandOption: true,
      describe: 'which; all but cases need the trained model',
    }),
  run: async ({ what, experiment, set, backend }) => (await import('../../pipelines/analyse.ts')).run({ what, experiment, set, backend }),
});

export const figures = defineCommand({
  command: 'figures',
  summary: "Draw the paper's figures from the run folder of an experiment: SVG, PNG, and the data as CSV",
  examples: [['dynarule figures', 'what lacks data says which command makes it']],
  options: (parser) => experimentOptions(parser, TINY_EXPERIMENT),
  run: async ({ experiment, set }) => (await import('../../pipelines/figures.ts')).run({ experiment, set }),
});

export const report = defineCommand({
  command: 'report',
  summary: 'Write the report of an experiment from its run folder',
  examples: [
    ['dynarule report --experiment experiments/quick.yaml', 'after eval-table2'],
    ['dynarule report --into README.md --into docs/results.md --beside runs/tiny-paper/results.json', 'and the tables there'],
  ],
  options: (parser) =>
    experimentOptions(parser, TINY_EXPERIMENT)
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
