/** The two phases of NeSyS as commands: questions of the workshop, clusters of errors, induced rules, selected data, a router. */
import { backendOption, defineCommand, experimentOptions, type Command } from './define.ts';

const WORKSHOP = 'experiments/nesys-workshop.yaml';
const ROUTE = 'experiments/nesys-route.yaml';

const workshop = defineCommand({
  command: 'workshop',
  summary: "Make the questions of the project's own small world",
  examples: [['dynarule nesys workshop --set workshop.train=500', 'a small training split']],
  options: (parser) => experimentOptions(parser, WORKSHOP),
  run: async ({ experiment, set }) => (await import('../../pipelines/nesys-workshop.ts')).run({ experiment, set }),
});

const cluster = defineCommand({
  command: 'cluster',
  summary: 'Cluster the training questions that are answered wrongly',
  examples: [['dynarule nesys cluster --set rules=workshop', "those that the project's own rules leave"]],
  options: (parser) => backendOption(experimentOptions(parser, WORKSHOP)),
  run: async ({ experiment, set, backend }) => (await import('../../pipelines/nesys-cluster.ts')).run({ experiment, set, backend }),
});

const induce = defineCommand({
  command: 'induce',
  summary: 'Clean the rules that are there, and let a proposer write new ones for clusters of errors',
  examples: [
    ['dynarule nesys induce', 'in the workshop, with replies that are written down'],
    ['dynarule nesys induce --experiment experiments/nesys-workshop-endpoint.yaml', 'with a model behind an endpoint'],
  ],
  options: (parser) =>
    backendOption(experimentOptions(parser, WORKSHOP)).option('fresh', {
      type: 'boolean',
      default: false,
      describe: 'discard the record of a run that was stopped instead of going on from it',
    }),
  run: async ({ experiment, set, fresh, backend }) => (await import('../../pipelines/nesys-induce.ts')).run({ experiment, set, fresh, backend }),
});

const select = defineCommand({
  command: 'select',
  summary: 'Select training questions that the rules do not answer, for the neural model',
  examples: [['dynarule nesys select --set rules=workshop --set selection.share=0.4', "by the project's own rules"]],
  options: (parser) => experimentOptions(parser, WORKSHOP),
  run: async ({ experiment, set }) => (await import('../../pipelines/nesys-select.ts')).run({ experiment, set }),
});

const route = defineCommand({
  command: 'route',
  summary: 'Learn whether neural model, rules or both should answer a question',
  examples: [
    ['dynarule nesys route', "the published WebShop numbers, in ../shared/nesys"],
    ['dynarule nesys route --set router.dev=dev.json --set router.test=test.json', 'any evaluation files'],
  ],
  options: (parser) => experimentOptions(parser, ROUTE),
  run: async ({ experiment, set }) => (await import('../../pipelines/nesys-route.ts')).run({ experiment, set }),
});

export const PHASE_COMMANDS: readonly Command[] = [workshop, cluster, induce, select, route];
