/** What stands around every sandbox: it dies with this process, and at its wall clock; and inside: limits of each process. */
import type { SandboxLimits } from './spec.ts';

/** Seconds between the polite signal and the one that no process survives. */
const KILL_AFTER = 5;

/** File descriptor on which a sandbox says that it stands, before the command starts. */
export const READY_FD = 3;

/** Exit code of `timeout` when the wall clock ended the command. */
export const TIMED_OUT = 124;

/** Before the sandbox. A killed parent takes the sandbox with it: else it would go on by itself until its wall clock. */
export function clockArguments({ wallSeconds }: SandboxLimits): string[] {
  return ['setpriv', '--pdeathsig', 'KILL', '--', 'timeout', '-k', String(KILL_AFTER), String(wallSeconds)];
}

/**
 * Inside the sandbox, before the command. The limits are set here rather than around the sandbox, so that the number of
 * processes is counted for each sandbox alone, and not over all processes of the same account.
 */
export function innerArguments(limits: SandboxLimits): string[] {
  const announce = `echo ready >&${READY_FD}; exec ${READY_FD}>&-; exec "$@"`;
  const { processes, openFiles, fileBytes, cpuSeconds, dataBytes } = limits;
  const limited = [`--nproc=${processes}`, `--nofile=${openFiles}`, `--fsize=${fileBytes}`, `--cpu=${cpuSeconds}`, `--data=${dataBytes}`];
  return ['/bin/sh', '-c', announce, 'sh', 'prlimit', ...limited, '--'];
}
