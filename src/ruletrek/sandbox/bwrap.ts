/**
 * The command line of bubblewrap: a small root of its own with /usr read-only, no network, no capabilities, no way to make
 * further namespaces, and the workspace as the only folder of this machine that can be changed. No seccomp filter is
 * applied: this keeps an honest agent within its bounds and is no jail for hostile code.
 */
import { accountArguments } from './account.ts';
import { clockArguments, innerArguments } from './outer.ts';
import { environmentOf, MODEL_SOCKET, WORKSPACE, type SandboxSpec } from './spec.ts';

/** Bytes of /run, which holds a socket and nothing else. */
const RUN_BYTES = 1 << 20;

/** `--unshare-user` must be named: bubblewrap leaves it out for root by itself. */
const NAMESPACES = ['--unshare-user', '--unshare-all', '--disable-userns', '--die-with-parent', '--new-session', '--hostname', 'bench'];

/** /etc/alternatives, which holds names alone: `awk` and its like are links through it. */
const SYSTEM = [
  ['--ro-bind', '/usr', '/usr'],
  ['--symlink', 'usr/bin', '/bin'],
  ['--symlink', 'usr/lib', '/lib'],
  ['--symlink', 'usr/lib64', '/lib64'],
  ['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
  ['--dev', '/dev'],
  ['--proc', '/proc'],
].flat();

/** Program and arguments that run a command in bubblewrap. */
export function bwrapCommand(spec: SandboxSpec): string[] {
  return [
    ...clockArguments(spec.limits),
    ...accountArguments(),
    'bwrap',
    ...NAMESPACES,
    ...SYSTEM,
    ...writableArguments(spec),
    ...spec.mounts.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    // Else both would be memory that is written without limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', WORKSPACE, '--clearenv'],
    ...environmentOf(spec).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--cap-drop', 'ALL', '--'],
    ...innerArguments(spec.limits),
    ...spec.command,
  ];
}

function writableArguments({ workspace, socket, limits }: SandboxSpec): string[] {
  const tmp = String(limits.tmpBytes);
  return [
    ...['--size', tmp, '--tmpfs', '/tmp'],
    ...['--size', tmp, '--tmpfs', '/dev/shm'],
    ...['--size', String(RUN_BYTES), '--tmpfs', '/run'],
    ...['--bind', workspace, WORKSPACE],
    ...(socket === null ? [] : ['--bind', socket, MODEL_SOCKET]),
  ];
}
