/** `dynarule nesys …`: a neural world model corrected by executable rules. */
import { SCALES } from '../nesys/energy.ts';
import { PROMPT_STYLES } from '../nesys/neural/prompt.ts';
import { backendOption, defineCommand, defineGroup, experimentOptions, positiveInteger } from './define.ts';
import { PHASE_COMMANDS } from './nesys-phase-commands.ts';

const EXPERIMENT = 'experiments/nesys-tables.yaml';
const TEST = '../shared/nesys/derived_webshop_llama_test.json.gz';
const DEV = '../shared/nesys/derived_webshop_llama_dev.json.gz';

const evaluate = defineCommand({
  command: 'eval',
  summary: 'Right answers of neural model, rules and both on a test file, weights learnt on a dev file',
  examples: [
    [`dynarule nesys eval --test ${TEST} --dev ${DEV}`, 'with γ = spread + 1'],
    [`dynarule nesys eval --test ${TEST} --dev ${DEV} --scale 1 --json`, 'with γ = 1, as one JSON object'],
  ],
  options: (parser) =>
    parser
      .option('test', { type: 'string', demandOption: true, describe: 'evaluation file; docs/nesys.md has its forms', requiresArg: true })
      .option('dev', { type: 'string', describe: 'evaluation file that weights are learnt on; without it, each is 1', requiresArg: true })
      .option('scale', {
        type: 'string',
        choices: SCALES,
        default: 'spread+1' as const,
        describe: "γ; the spread is the question's largest log-prob minus its smallest",
        requiresArg: true,
      })
      .option('clip', { type: 'boolean', default: false, describe: 'clip scores to [−1, 1]' })
      .option('model', { type: 'string', describe: 'whose log-probs are taken from a file with those of several models', requiresArg: true })
      .option('turns', { type: 'string', describe: 'write the answers that rules turned, and which did, to this file as JSON lines', requiresArg: true })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object {neural, rules, nesys, weights, …}' }),
  run: async ({ test, dev, scale, clip, model, turns, json }) => {
    const { run } = await import('../../pipelines/nesys-eval.ts');
    return run({ test, dev, scale, clip, model, turns, json });
  },
});

const tables = defineCommand({
  command: 'tables',
  summary: "The paper's Tables 1–4 from its published numbers, where they disagree with it, and a page of both",
  examples: [['dynarule nesys tables', 'from ../shared/nesys; writes runs/nesys-tables/nesys.html and nesys.json']],
  options: (parser) => experimentOptions(parser, EXPERIMENT),
  run: async ({ experiment, set }) => (await import('../../pipelines/nesys-tables.ts')).run({ experiment, set }),
});

const weights = defineCommand({
  command: 'weights',
  summary: 'Compare ways of setting γ and weights: as published, and chosen by folds of dev',
  examples: [[`dynarule nesys weights --test ${TEST} --dev ${DEV}`, 'each way sees test once']],
  options: (parser) =>
    experimentOptions(parser, EXPERIMENT)
      .option('test', { type: 'string', demandOption: true, describe: 'evaluation file', requiresArg: true })
      .option('dev', { type: 'string', demandOption: true, describe: 'evaluation file that all is chosen and learnt on', requiresArg: true }),
  run: async ({ experiment, set, test, dev }) => (await import('../../pipelines/nesys-weights.ts')).run({ experiment, set, test, dev }),
});

const likelihoods = defineCommand({
  command: 'likelihoods',
  summary: 'Log-probs of every choice of a file of questions, by a language model; goes on where it was stopped',
  examples: [
    [
      'dynarule nesys likelihoods --questions ../shared/nesys/slim_plancraft_test.json.gz --model models/smollm2 --output runs/plancraft.jsonl --first 20',
      "SmolLM2 on Plancraft's first 20 questions; nesys eval reads the output, and more questions go on from there",
    ],
    [
      'dynarule nesys likelihoods --questions datasets/workshop/test.jsonl --model checkpoints/tiny-base --adapters runs/nesys-phase2/adapters --prompt bare --output runs/workshop.jsonl',
      'a model with the adapters of nesys finetune',
    ],
  ],
  options: (parser) =>
    backendOption(parser)
      .option('questions', { type: 'string', demandOption: true, describe: 'file of questions with their texts', requiresArg: true })
      .option('model', { type: 'string', describe: 'Hugging Face folder or GGUF file', requiresArg: true })
      .option('adapters', { type: 'string', describe: 'folder of low-rank adapters of it, as nesys finetune or PEFT writes them', requiresArg: true })
      .option('prompt', { type: 'string', choices: PROMPT_STYLES, describe: 'whether it is told the task, or has state and action alone; instructed by default', requiresArg: true })
      .option('endpoint', { type: 'string', describe: 'instead: an OpenAI-compatible endpoint whose completions echo log-probs', requiresArg: true })
      .option('endpoint-model', { type: 'string', describe: 'its model', requiresArg: true })
      .option('api-key-variable', { type: 'string', describe: 'environment variable that holds its API key', requiresArg: true })
      .option('output', { type: 'string', demandOption: true, describe: 'receives the questions with their log-probs, one a line', requiresArg: true })
      .option('first', { type: 'string', describe: 'only so many questions', requiresArg: true, coerce: positiveInteger }),
  run: async ({ questions, output, first, backend, model, adapters, prompt, endpoint, 'endpoint-model': endpointModel, 'api-key-variable': apiKeyVariable }) => {
    const { run } = await import('../../pipelines/nesys-likelihoods.ts');
    return run({ questions, output, first, backend, model, adapters, prompt, endpoint, endpointModel, apiKeyVariable });
  },
});

const score = defineCommand({
  command: 'score',
  summary: "Score the choices of a file of questions by rules: the project's own, or those of a Python file",
  examples: [
    [
      'dynarule nesys score --rules plancraft --questions ../shared/nesys/slim_plancraft_dev.json.gz --model llama --out runs/plancraft-dev.json',
      'nesys eval reads the output',
    ],
    ['dynarule nesys score --rules rules.py --questions questions.jsonl --out scores.json --limit 5', 'the functions rule_… of rules.py, 5 s a question at most'],
  ],
  options: (parser) =>
    parser
      .option('rules', { type: 'string', demandOption: true, describe: 'plancraft, webshop, workshop, a Python file, or an evaluation file whose scores are taken', requiresArg: true })
      .option('questions', { type: 'string', demandOption: true, describe: 'file of questions with their texts and log-probs', requiresArg: true })
      .option('out', { type: 'string', demandOption: true, describe: 'receives the scores beside the log-probs', requiresArg: true })
      .option('model', { type: 'string', describe: 'whose log-probs are taken from a file with those of several models', requiresArg: true })
      .option('limit', { type: 'string', describe: 'seconds that a Python rule may take for one question; default 2', requiresArg: true, coerce: positiveInteger }),
  run: async ({ rules, questions, out, model, limit }) =>
    (await import('../../pipelines/nesys-score.ts')).run({ rules, questions, out, model, limitSeconds: limit }),
});

export const nesys = defineGroup('nesys', 'NeSyS: a neural world model corrected by executable rules', [evaluate, tables, weights, score, likelihoods, ...PHASE_COMMANDS]);
