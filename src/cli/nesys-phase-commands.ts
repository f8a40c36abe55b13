/** The two phases of NeSyS as commands: questions of the workshop, clusters of errors, induced rules, selected data, fine-tuning, a router. */
import { backendOption, defineCommand, dryRunOption, experimentOptions, trainingOptions, type Command } from './define.ts';

const WORKSHOP = 'experiments/nesys-workshop.yaml';
const PHASE_2 = 'experiments/nesys-phase2.yaml';
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

const finetune = defineCommand({
  command: 'finetune',
  summary: 'Fine-tune the neural model on selected questions by low-rank adapters',
  examples: [
    ['dynarule nesys finetune --questions runs/nesys-phase2/selected.jsonl', 'what nesys select took; writes runs/nesys-phase2/adapters'],
    ['dynarule nesys finetune --set name=smollm2 --set neural.model=models/smollm2 --questions questions.jsonl', 'another language model, and one\'s own questions'],
    ['dynarule nesys finetune --experiment experiments/nesys-llama-3.2-1b.yaml --dry-run', 'two steps with a random model of the family'],
  ],
  options: (parser) => dryRunOption(trainingOptions(parser, PHASE_2)).option('questions', { type: 'string', describe: 'what is learnt from; runs/<name>/selected.jsonl by default', requiresArg: true }),
  run: async ({ experiment, set, questions, backend, fresh, 'dry-run': dryRun }) => {
    if (dryRun) return (await import('../../pipelines/nesys-dry-run.ts')).run({ experiment, set, backend });
    return (await import('../../pipelines/nesys-finetune.ts')).run({ experiment, set, questions, backend, fresh });
  },
});

const phase2 = defineCommand({
  command: 'phase2',
  summary: 'Phase 2 from end to end: selection by rules beside others, fine-tuning, cleaning, weights, induction; tables and a figure',
  examples: [
    ['dynarule nesys phase2', 'in the workshop, by the rules of nesys induce'],
    ['dynarule nesys phase2 --set name=nesys-phase2-shares --set comparison.shares=[0.25,0.5,0.75]', "three shares, as in the paper's Figure 4"],
  ],
  options: (parser) => trainingOptions(parser, PHASE_2),
  run: async ({ experiment, set, backend, fresh }) => (await import('../../pipelines/nesys-phase2.ts')).run({ experiment, set, backend, fresh }),
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

export const PHASE_COMMANDS: readonly Command[] = [workshop, cluster, induce, select, finetune, phase2, route];
