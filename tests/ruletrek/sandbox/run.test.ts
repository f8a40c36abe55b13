/** Commands in the sandbox of this machine: what they see, how they end. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveToSandbox } from '../../../src/ruletrek/sandbox/account.ts';
import { quotaExceeded } from '../../../src/ruletrek/sandbox/folder-size.ts';
import type { SandboxKind } from '../../../src/ruletrek/sandbox/kinds.ts';
import { runSandbox, startSandbox, type SandboxOutcome, type SandboxRun } from '../../../src/ruletrek/sandbox/run.ts';
import { SANDBOX_LIMITS, type SandboxLimits } from '../../../src/ruletrek/sandbox/spec.ts';
import { installedSandbox } from './installed.ts';

let workspace = '';
let kind: SandboxKind | null = null;
beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'sandbox-run-'));
  chmodSync(workspace, 0o755);
  kind = await installedSandbox(join(workspace, 'gold'));
  giveToSandbox(workspace);
});
afterAll(() => rmSync(workspace, { recursive: true }));

function runOf(command: string, limits: Partial<SandboxLimits> = {}, more: Partial<SandboxRun> = {}): SandboxRun {
  const spec = { workspace, command: ['/bin/sh', '-c', command], environment: { SAID: 'yes' }, mounts: [], socket: null, limits: { ...SANDBOX_LIMITS, wallSeconds: 30, ...limits } };
  return { kind: kind ?? 'bwrap', spec, keepBytes: 1000, ...more };
}

/** Checks where there is a sandbox; the refusal of a machine without one is checked above. */
async function seen(command: string, check: (outcome: SandboxOutcome) => void, limits: Partial<SandboxLimits> = {}, more: Partial<SandboxRun> = {}): Promise<void> {
  if (kind === null) return;
  check(await runSandbox(runOf(command, limits, more)));
}

it('writes to the workspace, reads its input, and has no environment of this process', async () => {
  process.env['SANDBOX_TEST_SECRET'] = 'do not leak';
  await seen('cat > heard; env | sort; echo bad >&2; exit 3', ({ started, end, code, output, errors }) => {
    expect({ started, end, code, errors: errors.toString() }).toEqual({ started: true, end: 'exited', code: 3, errors: 'bad\n' });
    expect(output.toString()).toBe('HOME=/tmp\nLANG=C.UTF-8\nPATH=/usr/bin:/bin\nPWD=/workspace\nSAID=yes\nTZ=UTC\n');
    expect(readFileSync(join(workspace, 'heard'), 'utf8')).toBe('a task');
  }, {}, { input: 'a task' });
  delete process.env['SANDBOX_TEST_SECRET'];
});

it('keeps no more output than asked for, and reads all of it', async () => {
  await seen('head -c 5000000 /dev/zero | tr "\\0" x', ({ output, cut, code }) => {
    expect([output.length, cut, code]).toEqual([1000, true, 0]);
  });
});

it('ends at the wall clock with all that it started', async () => {
  await seen('sleep 31.4159 & sleep 31.4159', ({ end }) => {
    expect(end).toBe('wall');
    expect(spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout).not.toMatch(/^sleep 31\.4159/m);
  }, { wallSeconds: 1 });
});

it('can be stopped', async () => {
  if (kind === null) return;
  const running = startSandbox(runOf('echo up; sleep 60'));
  setTimeout(running.stop, 300);
  expect(await running.outcome).toMatchObject({ started: true, end: 'stopped' });
});

it('is stopped when its workspace grows too large', async () => {
  await seen('for i in $(seq 40); do head -c 1000000 /dev/zero > f$i; done; sleep 20', ({ end, exceeded }) => {
    expect({ end, exceeded }).toEqual({ end: 'quota', exceeded: 'more than 8 MiB' });
  }, {}, { quota: { bytes: 8 << 20, entries: 1000 } });
});

it('says when a command never ran', async () => {
  if (kind === null) return;
  const missing = runOf('true');
  const outcome = await runSandbox({ ...missing, spec: { ...missing.spec, mounts: [{ from: '/no/such/file', to: '/opt/x' }] } });
  expect(outcome.started).toBe(false);
  expect(outcome.errors.toString()).toContain('/no/such/file');
});

it('dies with a killed parent', () => {
  const script = join(workspace, 'parent.mjs');
  const marker = join(workspace, 'survived');
  const run = runOf('sleep 2; echo > survived');
  const source = new URL('../../../src/ruletrek/sandbox/run.ts', import.meta.url).href;
  writeFileSync(script, `import { startSandbox } from ${JSON.stringify(source)};\nstartSandbox(${JSON.stringify(run)});\nsetTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);\n`);
  const { signal } = spawnSync(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, NODE_OPTIONS: '' } });
  expect(signal).toBe('SIGKILL');
  spawnSync('sleep', ['2.5']);
  expect(existsSync(marker)).toBe(false);
});

it('measures a folder no further than it must', () => {
  const folder = mkdtempSync(join(tmpdir(), 'size-'));
  writeFileSync(join(folder, 'a'), 'x'.repeat(10_000));
  expect(quotaExceeded(folder, { bytes: 1 << 20, entries: 1 })).toBeNull();
  expect(quotaExceeded(folder, { bytes: 4096, entries: 1 })).toBe('more than 0 MiB');
  expect(quotaExceeded(folder, { bytes: 1 << 20, entries: 0 })).toBe('more than 0 files');
  rmSync(folder, { recursive: true });
});
