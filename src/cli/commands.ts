/** The commands, in the order in which a project goes through them. */
import { WORK_NAMES } from '../../bench/work-names.ts';
import { ask, chat, serve } from './answering-commands.ts';
import { checkRules, embed, generate, importOutside, inspectModel, models, verifyDataset } from './data-commands.ts';
import { backendOption, defineCommand, given, type Command } from './define.ts';
import { analyse, compare, evalTable, evalTable2, figures, report } from './evaluation-commands.ts';
import { nesys } from './nesys-commands.ts';
import { evalRefusal, train } from './own-rules-commands.ts';
import { ruletrek } from './ruletrek-commands.ts';
import { mergeLora, pretrain, trainBaselines, trainStage1, trainStage2 } from './training-commands.ts';

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
