/** Commands that answer questions from a user's own rules. */
import { defineCommand, given, ownRulesOptions, portNumber, positiveInteger } from './define.ts';

export const ask = defineCommand({
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

export const chat = defineCommand({
  command: 'chat',
  summary: "Questions to one's own rules from the terminal, one a line",
  examples: [['dynarule chat --rules my-rules.jsonl', 'until Ctrl-D']],
  options: (parser) => ownRulesOptions(parser),
  run: async ({ rules, model, adapters, refusal, backend }) =>
    (await import('../../pipelines/chat.ts')).run({ rules, model, adapters, refusal, backend }),
});

export const serve = defineCommand({
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
