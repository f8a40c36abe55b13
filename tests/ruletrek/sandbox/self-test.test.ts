/** The twelve probes, and a run that refuses where one gets through or a program is missing. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { PROBES } from '../../../src/ruletrek/sandbox/probes.ts';
import { requireSandbox } from '../../../src/ruletrek/sandbox/require.ts';
import { testSandbox } from '../../../src/ruletrek/sandbox/self-test.ts';
import { installedSandbox } from './installed.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

/** A folder with links to the named programs, in the place of PATH. */
function pathWith(...programs: string[]): string {
  const path = mkdtempSync(join(folder, 'path-'));
  for (const program of programs) symlinkSync('/bin/true', join(path, program));
  return path;
}

it('has twelve probes', () => {
  expect(PROBES.map(({ name }) => name)).toEqual([
    'network', 'host folders', 'read-only /usr', 'capabilities', 'nested namespaces', 'processes',
    'wall clock', 'processor time', 'file size', 'size of /tmp', 'memory', 'gold',
  ]);
});

it('passes them in the sandbox of this machine, or refuses; and leaves no file behind', async () => {
  const gold = join(folder, 'gold');
  const kind = await installedSandbox(gold);
  if (kind !== null) {
    const found = await testSandbox(kind, gold);
    expect(found.filter(({ passed }) => !passed)).toEqual([]);
    expect(found).toHaveLength(12);
  }
  expect([existsSync(gold), readdirSync(folder)]).toEqual([false, []]); // its nearest parent held the canary
});

it('sees what gets through where there is no sandbox', async () => {
  const found = await testSandbox('none', join(folder, 'open'));
  const failed = found.filter(({ passed }) => !passed).map(({ name }) => name);
  expect(failed).toEqual(expect.arrayContaining(['network', 'size of /tmp', 'gold']));
  expect(found.find(({ name }) => name === 'gold')?.seen).toMatch(/canary.* was read$/);
});

it('refuses where bubblewrap and unshare are missing, and says what to install', async () => {
  const message = await refusal(requireSandbox({ kind: 'auto', goldFolder: folder }, pathWith('setpriv', 'prlimit', 'timeout')));
  expect(message).toContain('got: bwrap is not installed');
  expect(message).toContain('apt-get install bubblewrap;');
  expect(message).toContain('--sandbox none');
});

it('names every missing program of a kind that was asked for', async () => {
  const message = await refusal(requireSandbox({ kind: 'unshare', goldFolder: folder }, pathWith('setpriv', 'timeout', 'mount')));
  expect(message).toContain('unshare, chroot, prlimit are not installed');
  expect(message).toContain('apt-get install util-linux coreutils');
});

it('runs without a sandbox only where that is asked for', async () => {
  const path = pathWith('setpriv', 'prlimit', 'timeout');
  expect(await requireSandbox({ kind: 'none', goldFolder: folder }, path)).toEqual({ kind: 'none', probes: [] });
});

it('refuses a sandbox that cannot start', async () => {
  const broken = mkdtempSync(join(folder, 'bin-'));
  chmodSync(broken, 0o755);
  writeFileSync(join(broken, 'bwrap'), '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', { mode: 0o755 });
  const path = process.env['PATH'];
  process.env['PATH'] = `${broken}:${path}`;
  try {
    const message = await refusal(requireSandbox({ kind: 'bwrap', goldFolder: folder }));
    expect(message).toContain('a sandbox "bwrap" that starts');
    expect(message).toContain('got: bwrap: No permissions to create new namespace');
    expect(message).toContain('allow it user namespaces');
  } finally {
    process.env['PATH'] = path;
  }
});
