/** Parses a command line, runs its command, and turns errors into exit codes. */
import yargs, { type Argv } from 'yargs';
import { explainWasmAbort } from '../backend/wasm-memory.ts';
import { UserError } from '../errors.ts';
import { INTERRUPTED, wasInterrupted } from '../training/interrupt.ts';
import { COMMANDS } from './commands.ts';
import { REPEATABLE, type Execute } from './define.ts';

const runIt: Execute = (work) => work();

/** A fault of ours; UserError.exitCode stands for a fault of the input. */
const DEFECT = 1;

/** Runs one command line (without `node` and the script) and returns the exit code. */
export async function runCli(words: readonly string[], execute: Execute = runIt): Promise<number> {
  try {
    await createParser(words, execute).parseAsync();
    return wasInterrupted() ? INTERRUPTED : 0;
  } catch (error) {
    return reportError(explainWasmAbort(error));
  }
}

/** Parses without running; the tests check README commands and examples with it. */
export async function checkCommandLine(words: readonly string[]): Promise<void> {
  await createParser(words, () => Promise.resolve()).parseAsync();
}

function createParser(words: readonly string[], execute: Execute): Argv {
  const parser = yargs([...words])
    .scriptName('dynarule')
    .usage('$0 <command> [options]\n\nTeach a frozen language model to use a large repository of rules.')
    .strict()
    .demandCommand(1, 1, 'name one command; see dynarule --help', 'name only one command')
    .recommendCommands()
    .parserConfiguration({ 'camel-case-expansion': false })
    .check(refuseRepeated)
    .exitProcess(false)
    .fail(refuse)
    .wrap(100);
  return COMMANDS.reduce((rest, command) => command.register(rest, execute), parser);
}

/** yargs makes a list of an option that is given twice; only some are meant to be one. */
function refuseRepeated(options: Readonly<Record<string, unknown>>): true {
  const repeated = Object.entries(options).find(([name, value]) => Array.isArray(value) && !REPEATABLE.has(name));
  if (repeated === undefined) return true;
  const [name, values] = repeated;
  throw UserError.of({
    expected: `--${name} once`,
    got: (values as readonly unknown[]).map((value) => `--${name} ${String(value)}`).join(' '),
    fix: 'keep one of them',
  });
}

/** yargs's own complaints are the user's to mend; errors of a command pass through. */
function refuse(message: string | null, error: Error | undefined): never {
  if (error !== undefined && error.name !== 'YError') throw error;
  throw new UserError(`${message ?? error?.message ?? 'bad command line'}\n  fix: see dynarule --help`);
}

function reportError(error: unknown): number {
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    return UserError.exitCode;
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return DEFECT;
}
