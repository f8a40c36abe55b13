/** The self-test of a sandbox: all probes, each in a sandbox of its own. */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../errors.ts';
import { giveToSandbox } from './account.ts';
import type { SandboxKind } from './kinds.ts';
import { PROBES, type Finding, type ProbeWorld } from './probes.ts';
import { runSandbox } from './run.ts';
import { SANDBOX_LIMITS, type SandboxLimits } from './spec.ts';

export interface ProbeResult extends Finding {
  readonly name: string;
  readonly forbids: string;
}

/** What to do where the kernel, or a container, lets no sandbox be. */
export const SANDBOX_FIX = [
  'in a container, allow it user namespaces (docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined)',
  'or run without isolation, on a machine that you can afford to lose: --sandbox none',
].join('; ');

/** Seconds that a probe may take where it does not itself test the clock: many on a busy machine, where none must fail for that. */
const PROBE_SECONDS = 60;

/**
 * Tries all probes.
 *
 * @param goldFolder a folder in which gold files are, or will be: a file is written there for the time of the test, and
 * must not be readable from within
 * @throws UserError where the sandbox does not even start
 */
export async function testSandbox(kind: SandboxKind, goldFolder: string): Promise<ProbeResult[]> {
  const workspace = mkdtempSync(join(tmpdir(), 'ruletrek-probe-'));
  chmodSync(workspace, 0o755);
  const canary = writeCanary(goldFolder);
  const server = await listen();
  try {
    const world: ProbeWorld = { ...canary, port: (server.address() as AddressInfo).port, run: (command, limits) => runProbe(kind, workspace, command, limits) };
    const tried = await Promise.allSettled(PROBES.map(async (probe) => ({ name: probe.name, forbids: probe.forbids, ...(await probe.try(world)) })));
    return tried.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  } finally {
    server.close();
    rmSync(canary.canary);
    rmSync(workspace, { recursive: true });
  }
}

/** In a workspace of its own, so that probes side by side do not meet. */
async function runProbe(kind: SandboxKind, parent: string, command: string, limits: Partial<SandboxLimits> = {}) {
  const workspace = mkdtempSync(join(parent, 'w-'));
  giveToSandbox(workspace);
  const spec = { workspace, command: ['/bin/sh', '-c', command], environment: {}, mounts: [], socket: null, limits: { ...SANDBOX_LIMITS, wallSeconds: PROBE_SECONDS, ...limits } };
  const outcome = await runSandbox({ kind, spec, keepBytes: 4096 });
  if (outcome.started) return outcome;
  throw UserError.of({ expected: `a sandbox "${kind}" that starts`, got: outcome.errors.toString('utf8').trim(), fix: SANDBOX_FIX });
}

/** Readable to everyone, so that only the sandbox can hide it. Where the folder is still to come, in its nearest parent. */
function writeCanary(goldFolder: string): Pick<ProbeWorld, 'canary' | 'secret'> {
  let folder = resolve(goldFolder);
  while (!existsSync(folder)) folder = dirname(folder);
  const canary = join(folder, `.canary-${process.pid}-${randomUUID()}`);
  const secret = randomUUID();
  writeFileSync(canary, secret, { mode: 0o644 });
  return { canary, secret };
}

function listen(): Promise<Server> {
  const server = createServer((socket) => socket.end());
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}
