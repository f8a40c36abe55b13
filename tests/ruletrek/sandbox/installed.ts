/**
 * Which sandbox this machine has. Where it has none, tests of commands in a sandbox check instead that a run refuses to
 * start, and say so: nothing ever runs outside one because a package is missing. A sandbox that stands and lets something
 * through is a fault.
 */
import { UserError } from '../../../src/errors.ts';
import type { SandboxKind } from '../../../src/ruletrek/sandbox/kinds.ts';
import { requireSandbox } from '../../../src/ruletrek/sandbox/require.ts';

/** The kind that a run would take; null where it would refuse, which is checked here. */
export async function installedSandbox(goldFolder: string): Promise<SandboxKind | null> {
  try {
    return (await requireSandbox({ kind: 'auto', goldFolder })).kind;
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(/apt-get install|that starts/);
    process.stderr.write('this machine has no sandbox: the refusal is checked in its place\n');
    return null;
  }
}
