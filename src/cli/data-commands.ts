/** Commands that make, check and look at data and models. */
import { backendOption, defineCommand, experimentOptions, given, positiveInteger, TINY_EXPERIMENT } from './define.ts';

const DATASET = 'datasets/ruleworld';

export const generate = defineCommand({
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

export const verifyDataset = defineCommand({
  command: 'verify-dataset [folder]',
  summary: 'Solve every question of a data set independently and compare the answers',
  examples: [['dynarule verify-dataset', 'the default data set']],
  options: (parser) => parser.positional('folder', { type: 'string', default: DATASET, describe: 'the data set' }),
  run: async ({ folder }) => (await import('../../pipelines/verify-dataset.ts')).run({ folder }),
});

export const importOutside = defineCommand({
  command: 'import-outside',
  summary: 'Bring PrOntoQA into the form of rules and questions that training and evaluation read',
  examples: [
    ['dynarule import-outside', 'from ../shared/outside into datasets/prontoqa'],
    ['dynarule import-outside --set source=prontoqa/dev.json --set splits.test=200', 'from another file, with more test questions'],
  ],
  options: (parser) => experimentOptions(parser, 'experiments/prontoqa-data.yaml'),
  run: async ({ experiment, set }) => (await import('../../pipelines/import-outside.ts')).run({ config: experiment, overrides: set }),
});

export const checkRules = defineCommand({
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

export const models = defineCommand({
  command: 'models',
  summary: 'Bring SmolLM2-135M-Instruct and all-MiniLM-L6-v2 into models/',
  examples: [['dynarule models', 'both models; what is there is not fetched again']],
  options: (parser) => parser.option('folder', { type: 'string', default: 'models', describe: 'where they are put', requiresArg: true }),
  run: async ({ folder }) => (await import('../../pipelines/models.ts')).run({ folder }),
});

export const inspectModel = defineCommand({
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

export const embed = defineCommand({
  command: 'embed',
  summary: 'Embed all rules with the encoder of an experiment',
  examples: [['dynarule embed --experiment experiments/smollm2.yaml', 'with MiniLM']],
  options: (parser) => backendOption(experimentOptions(parser, TINY_EXPERIMENT)),
  run: async ({ experiment, set, backend }) => {
    const { run } = await import('../../pipelines/embed.ts');
    return run({ config: experiment, overrides: set, ...given({ backend }) });
  },
});
