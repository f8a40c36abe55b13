/** One writer a file: a lock file that holds the writer's process id; a dead writer's lock is taken over. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UserError } from '../errors.ts';

/** Takes the lock and returns what gives it back. @throws UserError where a living process has it */
export function takeLock(path: string): () => void {
  const file = `${path}.lock`;
  if (!created(file)) {
    const owner = Number(readFileSync(file, 'utf8'));
    if (isAlive(owner)) throw taken(file, owner);
    rmSync(file, { force: true });
    if (!created(file)) throw taken(file, owner);
  }
  return () => rmSync(file, { force: true });
}

function created(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A process of the same id as ours is one of before a restart. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function taken(file: string, owner: number): UserError {
  return UserError.of({
    expected: 'rules that no other process is editing',
    got: `process ${owner} has them`,
    where: { file },
    fix: 'stop that process, or give this one a copy of the rules',
  });
}
