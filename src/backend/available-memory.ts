/** How much memory this process may use at most: the machine's, or less where a container limits it. */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { UserError } from '../errors.ts';

/** cgroup v2, then v1. */
const LIMIT_FILES = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** Bytes. */
export function availableMemory(): number {
  return Math.min(totalmem(), ...LIMIT_FILES.map(limitIn));
}

/** Infinity without a limit, which v2 writes as `max`. */
function limitIn(file: string): number {
  try {
    const limit = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(limit) && limit > 0 ? limit : Infinity;
  } catch (error) {
    // Where there is no such file, there is no such limit.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EACCES') return Infinity;
    throw error;
  }
}

/** What is about to be made. */
export interface MemoryNeed {
  /** Bytes that it needs at the very least. */
  readonly bytes: number;
  /** For the message: "the weights of models/x". */
  readonly what: string;
  /** What to lower. */
  readonly fix: string;
}

/** @throws UserError where it cannot fit, before anything of it is made */
export function requireMemory({ bytes, what, fix }: MemoryNeed, available = availableMemory()): void {
  if (bytes <= available) return;
  throw UserError.of({ expected: `${gigabytes(bytes)} of memory for ${what}`, got: `${gigabytes(available)} on this machine`, fix });
}

/** "3.52 GB", "96.0 MB" */
export function gigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
