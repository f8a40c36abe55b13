/**
 * Fail closed: a run gets a sandbox that has just passed its self-test, or it does not start. Only a person who says so by
 * name runs commands without one.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../../errors.ts';
import type { SandboxKind } from './kinds.ts';
import { SANDBOX_FIX, testSandbox, type ProbeResult } from './self-test.ts';

/** The sandbox to use, and what its self-test found; no findings for `none`. */
export interface TestedSandbox {
  readonly kind: SandboxKind;
  readonly probes: readonly ProbeResult[];
}

export interface SandboxRequest {
  /** `auto`: bubblewrap where it is installed, else `unshare`. `none` must be asked for. */
  readonly kind: SandboxKind | 'auto';
  /** A folder with gold files; see testSandbox. */
  readonly goldFolder: string;
}

/** Programs of each kind with the Debian package that has them. */
const PROGRAMS: Readonly<Record<SandboxKind, Readonly<Record<string, string>>>> = {
  bwrap: { bwrap: 'bubblewrap', setpriv: 'util-linux', prlimit: 'util-linux', timeout: 'coreutils' },
  unshare: { unshare: 'util-linux', mount: 'mount', chroot: 'coreutils', setpriv: 'util-linux', prlimit: 'util-linux', timeout: 'coreutils' },
  none: { setpriv: 'util-linux', prlimit: 'util-linux', timeout: 'coreutils' },
};

/**
 * The sandbox for a run.
 *
 * @throws UserError where programs are missing, or where a probe gets through; the message says which and what to do
 */
export async function requireSandbox({ kind: asked, goldFolder }: SandboxRequest, path = process.env['PATH'] ?? ''): Promise<TestedSandbox> {
  const kind = chooseSandbox(asked, path);
  if (kind === 'none') return { kind, probes: [] };
  const probes = await testSandbox(kind, goldFolder);
  const failed = probes.filter(({ passed }) => !passed);
  if (failed.length > 0) throw probeError(kind, failed, probes.length);
  return { kind, probes };
}

/** The kind that is asked for, or the best that is installed. @throws UserError where programs are missing */
export function chooseSandbox(asked: SandboxKind | 'auto', path = process.env['PATH'] ?? ''): SandboxKind {
  const kind = asked === 'auto' ? bestInstalled(path) : asked;
  const missing = missingPrograms(kind, path);
  if (missing.length > 0) throw missingError(kind, missing);
  return kind;
}

function bestInstalled(path: string): SandboxKind {
  return missingPrograms('bwrap', path).length > 0 && missingPrograms('unshare', path).length === 0 ? 'unshare' : 'bwrap';
}

function missingPrograms(kind: SandboxKind, path: string): string[] {
  return Object.keys(PROGRAMS[kind]).filter((program) => !isOnPath(program, path));
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).filter((folder) => folder !== '').some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function missingError(kind: SandboxKind, missing: readonly string[]): UserError {
  const packages = [...new Set(missing.map((program) => PROGRAMS[kind][program] as string))];
  return UserError.of({
    expected: `the programs of the sandbox "${kind}", in which agents run their commands`,
    got: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not installed`,
    fix: `apt-get install ${packages.join(' ')}; ${SANDBOX_FIX}`,
  });
}

function probeError(kind: SandboxKind, failed: readonly ProbeResult[], all: number): UserError {
  const lines = failed.map(({ name, forbids, seen }) => `${name} (must forbid ${forbids}): ${seen}`);
  return UserError.of({
    expected: `a sandbox "${kind}" that passes all ${all} probes`,
    got: `${failed.length} of ${all} probes failed\n    ${lines.join('\n    ')}`,
    fix: `keep the benchmark outside /usr; ${SANDBOX_FIX}`,
  });
}
