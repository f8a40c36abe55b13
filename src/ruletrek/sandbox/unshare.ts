/**
 * The fallback where bubblewrap is not installed: the same small root, made by a shell script inside the namespaces of
 * util-linux's `unshare`. It needs the same leave of the kernel as bubblewrap, and the self-test judges it by the same probes.
 */
import { accountArguments } from './account.ts';
import { clockArguments, innerArguments } from './outer.ts';
import { environmentOf, MODEL_SOCKET, WORKSPACE, type SandboxSpec } from './spec.ts';

const NAMESPACES = ['unshare', '--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--'];

/** Gives up every capability for good; the user inside is called root and can do nothing that nobody could not. */
const POWERLESS = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--'];

/**
 * Arguments: workspace, socket or '', bytes of /tmp, number of further mounts, then each as two arguments, then the command.
 * The root is built over /mnt, which every file system has, and which only this mount namespace sees. The shell stays as the
 * first process: signals do not end a first process as they end others, and the command is to be ended by them.
 */
const BUILD_ROOT = `
set -e
workspace=$1 socket=$2 tmp=$3 mounts=$4; shift 4
root=/mnt
mount -t tmpfs -o size=1m,mode=755 root $root
cd $root
mkdir usr etc dev proc tmp run workspace
readonly_bind() { mount --rbind "$1" "$root$2"; mount -o remount,bind,ro "$root$2"; }
readonly_bind /usr /usr
ln -s usr/bin bin; ln -s usr/lib lib; ln -s usr/lib64 lib64
if [ -d /etc/alternatives ]; then mkdir etc/alternatives; readonly_bind /etc/alternatives /etc/alternatives; fi
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr
mkdir dev/shm
mount -t tmpfs -o size=$tmp tmpfs dev/shm
mount -t tmpfs -o size=$tmp tmpfs tmp
mount -t tmpfs -o size=1m tmpfs run
mount -t proc proc proc
mount --bind "$workspace" workspace
if [ -n "$socket" ]; then touch run/llm.sock; mount --bind "$socket" run/llm.sock; fi
while [ "$mounts" -gt 0 ]; do
  mkdir -p "$(dirname ".$2")"
  if [ -d "$1" ]; then mkdir -p ".$2"; else touch ".$2"; fi
  readonly_bind "$1" "$2"
  shift 2; mounts=$((mounts - 1))
done
hostname bench 2>/dev/null || true
ip link set lo up 2>/dev/null || true
echo 0 > /proc/sys/user/max_user_namespaces
mount -o remount,bind,ro $root
code=0
chroot $root "$@" || code=$?
exit $code
`.replaceAll('run/llm.sock', MODEL_SOCKET.slice(1));

/** Program and arguments that run a command in namespaces of `unshare`. */
export function unshareCommand(spec: SandboxSpec): string[] {
  const { workspace, socket, limits, mounts } = spec;
  const values = [workspace, socket ?? '', String(limits.tmpBytes), String(mounts.length)];
  return [
    ...clockArguments(limits),
    ...accountArguments(),
    ...['setpriv', '--pdeathsig', 'KILL', '--'],
    ...NAMESPACES,
    ...['/bin/sh', '-c', BUILD_ROOT, 'sh', ...values],
    ...mounts.flatMap(({ from, to }) => [from, to]),
    ...POWERLESS,
    ...['env', '-i', '-C', WORKSPACE],
    ...environmentOf(spec).map(([name, value]) => `${name}=${value}`),
    ...innerArguments(limits),
    ...spec.command,
  ];
}
