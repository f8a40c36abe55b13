/** What a command is: its options, examples, and the pipeline that is loaded when it runs. */
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { GivenEndpoint } from '../config/endpoint.ts';
import { UserError } from '../errors.ts';

/** What commands of DynaRule's line take where no experiment is named. */
export const TINY_EXPERIMENT = 'experiments/tiny.yaml';

/** Runs the work of a command; the tests put a recorder in its place. */
export type Execute = (work: () => Promise<unknown>) => Promise<unknown>;

export interface Command {
  /** Command lines that its help shows. */
  readonly examples: readonly string[];
  /** Adds the command to a parser. */
  register(parser: Argv, execute: Execute): Argv;
}

export interface CommandDefinition<Options> {
  /** Name and positional arguments, as yargs writes them: "check-rules <path>". */
  readonly command: string;
  readonly summary: string;
  /** Command lines with what they do; each must parse. */
  readonly examples: readonly (readonly [string, string])[];
  readonly options: (parser: Argv) => Argv<Options>;
  /** Imports its pipeline only when it runs, so that `--help` needs no tensor library. */
  readonly run: (options: ArgumentsCamelCase<Options>) => Promise<unknown>;
}

export function defineCommand<Options>(definition: CommandDefinition<Options>): Command {
  const { command, summary, examples, options, run } = definition;
  return {
    examples: examples.map(([line]) => line),
    register: (parser, execute) =>
      parser.command(
        command,
        summary,
        (own) => options(own).example(examples.map(([line, text]) => [line, text])),
        async (parsed) => void (await execute(() => run(parsed))),
      ),
  };
}

/** A command that only holds others: `dynarule <name> <command>`. */
export function defineGroup(name: string, summary: string, commands: readonly Command[]): Command {
  return {
    examples: commands.flatMap(({ examples }) => examples),
    register: (parser, execute) =>
      parser.command(name, summary, (own) =>
        commands
          .reduce((rest, command) => command.register(rest, execute), own)
          .demandCommand(1, 1, `name one command; see dynarule ${name} --help`, 'name only one command'),
      ),
  };
}

/** Without the keys that the command line left out. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Reads a count; yargs itself would make NaN of a word. */
export function positiveInteger(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw UserError.of({ expected: 'a whole number from 1 on', got: text, fix: 'give a number, such as 2' });
}

/** Reads a port; 0 takes a free one. */
export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw UserError.of({ expected: 'a port from 0 to 65535', got: text, fix: 'give a free port, such as 8080; 0 takes any' });
}

/** Options that may stand on a command line several times; `_` holds the words that are no options. */
export const REPEATABLE: ReadonlySet<string> = new Set(['_', 'set', 'table', 'work', 'beside', 'into', 'folders']);

/** Options of every command that reads an experiment. */
export function experimentOptions(parser: Argv, byDefault: string) {
  return parser
    .option('experiment', {
      type: 'string',
      default: byDefault,
      describe: 'YAML file that decides everything about the run',
      requiresArg: true,
    })
    .option('set', {
      type: 'string',
      array: true,
      nargs: 1,
      default: [] as string[],
      describe: 'override one key of the experiment, key.path=value; repeatable',
    });
}

/** Options of every command that asks a prompted model: short for keys of this section of the experiment. */
export function endpointOptions<Options>(parser: Argv<Options>, section = 'evaluation.endpoint') {
  return parser
    .option('endpoint', {
      type: 'string',
      describe: `prompt a model behind this OpenAI-compatible endpoint (${section}.baseUrl)`,
      requiresArg: true,
    })
    .option('endpoint-model', {
      type: 'string',
      describe: `its name there (${section}.model)`,
      requiresArg: true,
    });
}

/** The endpoint of a command that does nothing without one. */
export function neededEndpoint<Options>(parser: Argv<Options>) {
  return parser
    .option('endpoint', { type: 'string', demandOption: true, describe: 'address of the OpenAI-compatible endpoint', requiresArg: true })
    .option('endpoint-model', { type: 'string', demandOption: true, describe: 'the model there', requiresArg: true })
    .option('key-variable', { type: 'string', describe: 'environment variable with the API key', requiresArg: true });
}

/** What was given of it. */
export function endpointGiven(options: { readonly endpoint: string; readonly 'endpoint-model': string; readonly 'key-variable'?: string | undefined }): GivenEndpoint {
  return { baseUrl: options.endpoint, model: options['endpoint-model'], apiKeyVariable: options['key-variable'] ?? null };
}

/** The overrides that these options stand for. JSON text is YAML text, so that no name is read as a number. */
export function endpointOverrides(options: { readonly endpoint?: string | undefined; readonly 'endpoint-model'?: string | undefined }): string[] {
  const keys = { baseUrl: options.endpoint, model: options['endpoint-model'] };
  return Object.entries(given(keys)).map(([key, value]) => `evaluation.endpoint.${key}=${JSON.stringify(value)}`);
}

/** Option of every command that computes with tensors. */
export function backendOption<Options>(parser: Argv<Options>) {
  return parser.option('backend', {
    type: 'string',
    describe: 'native, wasm or cpu; by default DYNARULE_BACKEND, else native where it is built',
    requiresArg: true,
  });
}

/** Options of every command that answers from a user's own rules. */
export function ownRulesOptions<Options>(parser: Argv<Options>) {
  return backendOption(parser)
    .option('rules', {
      type: 'string',
      demandOption: true,
      describe: 'file of rules: .jsonl, .json, .csv, .arrow or .parquet',
      requiresArg: true,
    })
    .option('model', {
      type: 'string',
      default: 'checkpoints/tiny-base',
      describe: 'the frozen language model: a Hugging Face folder or a GGUF file',
      requiresArg: true,
    })
    .option('adapters', {
      type: 'string',
      default: 'checkpoints/tiny',
      describe: 'checkpoint folder of stage 2, trained on that model',
      requiresArg: true,
    })
    .option('refusal', {
      type: 'boolean',
      default: true,
      describe: 'say so where no rule applies, if the adapters come with a threshold for it',
    });
}

/** Options of every command that evaluates. */
export function evaluationOptions<Options>(parser: Argv<Options>) {
  return parser
    .option('workers', {
      type: 'string',
      describe: 'processes that share the cells; results do not depend on it. 1 by default',
      requiresArg: true,
      coerce: positiveInteger,
    })
    .option('finished', {
      type: 'boolean',
      default: false,
      describe: 'print what is answered so far, and ask nothing',
    })
    .option('beside', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'another results.json whose rows stand in the tables; repeatable',
    });
}

/** Option of the commands that `--dry-run` walks an experiment up to. */
export function dryRunOption<Options>(parser: Argv<Options>) {
  return parser.option('dry-run', {
    type: 'boolean',
    default: false,
    describe: 'walk the experiment up to here in miniature, with random models of its families; needs none of its files',
  });
}

/** Options of every command that trains. */
export function trainingOptions(parser: Argv, byDefault: string) {
  return backendOption(experimentOptions(parser, byDefault)).option('fresh', {
    type: 'boolean',
    default: false,
    describe: 'discard the run folder instead of continuing from its last checkpoint',
  });
}
