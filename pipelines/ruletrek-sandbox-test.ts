/** Prints what each probe saw in the sandbox of agents. */
import { UserError } from '../src/errors.ts';
import type { SandboxKind } from '../src/ruletrek/sandbox/kinds.ts';
import { chooseSandbox } from '../src/ruletrek/sandbox/require.ts';
import { SANDBOX_FIX, testSandbox } from '../src/ruletrek/sandbox/self-test.ts';

export interface SandboxTestOptions {
  readonly sandbox: SandboxKind | 'auto';
  /** A folder with gold files, or where they will be. */
  readonly gold: string;
  readonly print?: (line: string) => void;
}

/** @throws UserError where programs are missing, where the sandbox does not start, and where a probe gets through */
export async function run({ sandbox, gold, print = console.log }: SandboxTestOptions): Promise<void> {
  const kind = chooseSandbox(sandbox);
  const found = await testSandbox(kind, gold);
  for (const { name, passed, seen } of found) print(`${passed ? 'pass' : 'FAIL'}  ${name.padEnd(18)} ${seen}`);
  const failed = found.filter(({ passed }) => !passed).map(({ name }) => name);
  print(`sandbox ${kind}: ${found.length - failed.length} of ${found.length} probes passed`);
  if (failed.length === 0) return;
  throw UserError.of({ expected: `all ${found.length} probes to pass`, got: `${failed.join(', ')} failed`, fix: `keep the benchmark outside /usr; ${SANDBOX_FIX}` });
}
