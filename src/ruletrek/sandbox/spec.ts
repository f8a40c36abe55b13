/** What a command in the sandbox gets: its files, its environment and its limits, as data. */

/** Limits of one command and all processes that it starts. */
export interface SandboxLimits {
  /** Seconds until everything in the sandbox is killed. */
  readonly wallSeconds: number;
  /** Seconds of processor time of one process. */
  readonly cpuSeconds: number;
  /** Processes and threads at a time. */
  readonly processes: number;
  readonly openFiles: number;
  /** Bytes of any one file that is written. */
  readonly fileBytes: number;
  /** Bytes of /tmp, and of /dev/shm. */
  readonly tmpBytes: number;
  /** Bytes of data that one process may hold in memory. Address space stays unlimited: Node.js reserves more than it uses. */
  readonly dataBytes: number;
}

const MIB = 1 << 20;

export const SANDBOX_LIMITS: SandboxLimits = {
  wallSeconds: 1800,
  cpuSeconds: 1800,
  processes: 256,
  openFiles: 4096,
  fileBytes: 256 * MIB,
  tmpBytes: 64 * MIB,
  dataBytes: 2048 * MIB,
};

/** A file or folder of this machine that the sandbox sees under another name, and cannot change. */
export interface ReadOnlyMount {
  readonly from: string;
  readonly to: string;
}

export interface SandboxSpec {
  /** Folder of this machine that is /workspace in the sandbox, the only one that it may change. */
  readonly workspace: string;
  /** Program and arguments, as they are in the sandbox. */
  readonly command: readonly string[];
  /** The whole environment beside PATH, HOME, language and time zone; nothing of this process's own goes in. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
  /** Unix socket of this machine that is MODEL_SOCKET in the sandbox; null for a sandbox without a model. */
  readonly socket: string | null;
  readonly limits: SandboxLimits;
}

export const WORKSPACE = '/workspace';
export const MODEL_SOCKET = '/run/llm.sock';

/** Names and values of the whole environment of a command. */
export function environmentOf({ environment }: SandboxSpec): [string, string][] {
  return Object.entries({ PATH: '/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC', ...environment });
}
