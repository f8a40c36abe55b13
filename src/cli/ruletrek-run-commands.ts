/** `dynarule ruletrek run` and `sandbox-test`: agents on a benchmark, and the sandbox that they work in. */
import { UserError } from '../errors.ts';
import { SEARCH_NAMES, type SearchName } from '../ruletrek/agents/search/search-names.ts';
import { SANDBOX_KINDS } from '../ruletrek/sandbox/kinds.ts';
import { backendOption, defineCommand, endpointOptions, experimentOptions, given, positiveInteger, type Command } from './define.ts';

const EXPERIMENT = 'experiments/ruletrek.yaml';
const SANDBOXES = ['auto', ...SANDBOX_KINDS] as const;
const SANDBOX_HELP = 'auto: bubblewrap, else unshare; none: no isolation at all';

const run = defineCommand({
  command: 'run',
  summary: 'Let an agent work on the trials of a benchmark; goes on where it was stopped',
  examples: [
    ['dynarule ruletrek run --endpoint http://localhost:8080/v1 --endpoint-model qwen', 'a chat model with tools'],
    ['dynarule ruletrek run --set agent.search=bm25', 'the same with search_rules'],
    ['dynarule ruletrek run --agent pi --workers 2', 'the coding agent pi, two trials at a time'],
    ['dynarule ruletrek run --agent oracle', 'the upper end of the scale, without a model'],
    ['dynarule ruletrek run --agent cmd --set agent.command=./my-agent', 'any command'],
  ],
  options: (parser) =>
    endpointOptions(backendOption(experimentOptions(parser, EXPERIMENT)), 'endpoint')
      .option('agent', { type: 'string', describe: 'chat, pi, cmd, or one without a model: noop, random, allrules, heuristic, oracle, noisy(p), noisy-rule(q) (agent.kind)', requiresArg: true })
      .option('sandbox', { type: 'string', choices: SANDBOXES, describe: SANDBOX_HELP, requiresArg: true })
      .option('workers', { type: 'string', describe: 'trials at a time; results do not depend on it. 1 by default', requiresArg: true, coerce: positiveInteger }),
  run: async ({ experiment, set, agent, sandbox, workers, backend, endpoint, 'endpoint-model': model }) => {
    const { run: runAgent } = await import('../../pipelines/ruletrek-run.ts');
    const keys = { 'agent.kind': agent, sandbox, 'endpoint.baseUrl': endpoint, 'endpoint.model': model };
    const overrides = Object.entries(given(keys)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    const { complete, folder, bench } = await runAgent({ experiment, set: [...overrides, ...set], workers, backend });
    if (complete) await (await import('../../pipelines/ruletrek-score.ts')).run({ folders: [folder], bench });
  },
});

const sandboxTest = defineCommand({
  command: 'sandbox-test',
  summary: 'Try what the sandbox of agents forbids: twelve probes',
  examples: [['dynarule ruletrek sandbox-test', 'the sandbox that a run would take']],
  options: (parser) =>
    parser
      .option('sandbox', { type: 'string', choices: SANDBOXES, default: 'auto' as const, describe: SANDBOX_HELP, requiresArg: true })
      .option('gold', { type: 'string', default: 'datasets/ruletrek/instances', describe: 'a folder whose files must stay hidden', requiresArg: true }),
  run: async ({ sandbox, gold }) => (await import('../../pipelines/ruletrek-sandbox-test.ts')).run({ sandbox, gold }),
});

const search = defineCommand({
  command: 'search [bench]',
  summary: 'Compare searches of rules by what they are worth to the heuristic agent, DynaRule among them',
  examples: [
    ['dynarule ruletrek search', 'rules found, RI and E2E with each search'],
    ['dynarule ruletrek search --searches bm25,dynarule --adapters runs/own/stage2/checkpoints/step-500', 'with adapters of one’s own'],
  ],
  options: (parser) =>
    backendOption(parser)
      .positional('bench', { type: 'string', default: 'datasets/ruletrek', describe: 'folder of the benchmark' })
      .option('searches', { type: 'string', default: 'bm25,hashed,lexical,dynarule', describe: `names with commas between: ${SEARCH_NAMES.join(', ')}`, requiresArg: true })
      .option('base', { type: 'string', default: 'checkpoints/tiny-base', describe: 'the frozen model of dynarule', requiresArg: true })
      .option('adapters', { type: 'string', default: 'checkpoints/tiny', describe: 'its adapters of stage 2, trained with the lexical encoder', requiresArg: true }),
  run: async ({ bench, searches, base, adapters, backend }) => (await import('../../pipelines/ruletrek-search.ts')).run({ bench, searches: searchNames(searches), base, adapters, backend }),
});

function searchNames(list: string): SearchName[] {
  return list.split(',').map((asked) => {
    const name = SEARCH_NAMES.find((one) => one === asked.trim());
    if (name === undefined) throw UserError.of({ expected: `searches: ${SEARCH_NAMES.join(', ')}`, got: asked, where: { key: '--searches' }, fix: 'name some of them' });
    return name;
  });
}

export const RUN_COMMANDS: readonly Command[] = [run, sandboxTest, search];
