/** Commands that train: bases, the two stages of DynaRule, and the baselines. */
import { backendOption, defineCommand, dryRunOption, given, TINY_EXPERIMENT, trainingOptions } from './define.ts';
import { walkInMiniature } from './walk-in-miniature.ts';

export const pretrain = defineCommand({
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

export const mergeLora = defineCommand({
  command: 'merge-lora',
  summary: 'Write a model with low-rank adapters in its weights as a model of its own',
  examples: [['dynarule merge-lora --model models/smollm2 --lora checkpoints/smollm2-lora --output models/smollm2-rules', 'SmolLM2 as experiments/pretrain-smollm2.yaml has taught it']],
  options: (parser) =>
    backendOption(parser)
      .option('model', { type: 'string', demandOption: true, describe: 'a Hugging Face folder or a GGUF file', requiresArg: true })
      .option('lora', { type: 'string', demandOption: true, describe: "folder of its adapters, in PEFT's layout", requiresArg: true })
      .option('output', { type: 'string', demandOption: true, describe: 'folder that is written', requiresArg: true }),
  run: async ({ model, lora, output, backend }) => (await import('../../pipelines/merge-lora.ts')).run({ model, lora, output, ...given({ backend }) }),
});

export const trainStage1 = defineCommand({
  command: 'train-stage1',
  summary: 'Stage 1: the adapters learn to read injected rules',
  examples: [
    ['dynarule train-stage1 --experiment experiments/quick.yaml', 'the short form'],
    ['dynarule train-stage1 --set stage1.steps=500 --set name=short', 'another length, in its own run folder'],
    ['dynarule train-stage1 --experiment experiments/qwen2.5-7b.yaml --dry-run', 'two steps with a random model of the family'],
  ],
  options: (parser) => dryRunOption(trainingOptions(parser, TINY_EXPERIMENT)),
  run: async ({ experiment, set, fresh, backend, 'dry-run': dryRun }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'stage1');
    const { run } = await import('../../pipelines/train-stage1.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

export const trainStage2 = defineCommand({
  command: 'train-stage2',
  summary: 'Stage 2: the adapters learn to retrieve rules step by step',
  examples: [['dynarule train-stage2 --experiment experiments/quick.yaml', 'continues from stage 1 of the same run']],
  options: (parser) => dryRunOption(trainingOptions(parser, TINY_EXPERIMENT)),
  run: async ({ experiment, set, fresh, backend, 'dry-run': dryRun }) => {
    if (dryRun) return walkInMiniature(experiment, set, backend, 'stage2');
    const { run } = await import('../../pipelines/train-stage2.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});

export const trainBaselines = defineCommand({
  command: 'train-baselines',
  summary: 'Train KBLaM and SR-KI on the data and with the budget of an experiment',
  examples: [['dynarule train-baselines', 'those of the tiny experiment, after its stage 1']],
  options: (parser) => trainingOptions(parser, TINY_EXPERIMENT),
  run: async ({ experiment, set, fresh, backend }) => {
    const { run } = await import('../../pipelines/train-baselines.ts');
    return run({ config: experiment, overrides: set, fresh, ...given({ backend }) });
  },
});
