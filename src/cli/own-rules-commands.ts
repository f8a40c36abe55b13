/** Commands that train on a user's own rules, and that measure when a model says that no rule applies. */
import { backendOption, defineCommand, endpointOptions, endpointOverrides, experimentOptions, given, TINY_EXPERIMENT, trainingOptions } from './define.ts';

export const train = defineCommand({
  command: 'train',
  summary: "Train adapters on one's own rules, with questions made from them, and count the answers before and after",
  examples: [
    ['dynarule train --rules my-rules.jsonl', 'from the shipped adapters; the same command goes on after a break'],
    ['dynarule train --rules my-rules.csv --set name=support --set stage2.steps=300', 'in a run folder of its own, shorter'],
    ['dynarule train --rules my-rules.jsonl --endpoint http://localhost:8080/v1 --endpoint-model qwen', 'with questions by a chat model too'],
  ],
  options: (parser) =>
    endpointOptions(trainingOptions(parser, 'experiments/own-rules.yaml')).option('rules', {
      type: 'string',
      describe: 'file of rules: .jsonl, .json, .csv, .arrow or .parquet (ownRules.rules)',
      requiresArg: true,
    }),
  run: async ({ rules, experiment, set, fresh, backend, ...endpoint }) => {
    const { run } = await import('../../pipelines/train.ts');
    const own = rules === undefined ? [] : [`ownRules.rules=${JSON.stringify(rules)}`];
    return run({ config: experiment, overrides: [...endpointOverrides(endpoint), ...own, ...set], fresh, ...given({ backend }) });
  },
});

export const evalRefusal = defineCommand({
  command: 'eval-refusal',
  summary: 'Measure how well the model knows that no rule applies, and choose the threshold',
  examples: [
    ['dynarule eval-refusal', 'at 100, 1,000 and 10,000 rules; what is asked already is skipped'],
    ['dynarule eval-refusal --write checkpoints/tiny', 'and let ask, chat and serve refuse by it with these adapters'],
  ],
  options: (parser) =>
    backendOption(experimentOptions(parser, TINY_EXPERIMENT)).option('write', {
      type: 'string',
      describe: 'folder of adapters that are to refuse by the chosen threshold',
      requiresArg: true,
    }),
  run: async ({ experiment, set, backend, write }) => (await import('../../pipelines/eval-refusal.ts')).run({ experiment, set, backend, write }),
});
