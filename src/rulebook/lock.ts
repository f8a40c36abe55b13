/**
 * One writer a file: a lock file that holds the writer's process id and a word of this lock's own. A dead writer's lock is
 * taken over by whoever has the lock on taking over just that one, so that of several who find it one gets it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { temporaryPath, writeTextAtomically } from '../files/atomic-write.ts';

/** Takes the lock and returns what gives it back. @throws UserError where a living process has it, or is taking it over */
export function takeLock(path: string): () => void {
  return lockAt(`${path}.lock`);
}

function lockAt(file: string): () => void {
  const own = `${process.pid} ${randomUUID()}`;
  for (;;) {
    if (created(file, own)) break;
    const found = contentOf(file);
    if (found === null) continue; // given back since
    const owner = Number.parseInt(found, 10);
    if (isAlive(owner)) throw taken(file, owner);
    if (replaced(file, found, own)) break;
  }
  return () => rmSync(file, { force: true });
}

/** A link is there at once with its content, or not at all where the file exists: nobody reads half a lock. */
function created(file: string, content: string): boolean {
  const temporary = temporaryPath(file);
  writeFileSync(temporary, content);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary);
  }
}

/** Whether a dead process's lock is ours now. It has changed where somebody else was earlier; nobody changes it meanwhile. */
function replaced(file: string, stale: string, own: string): boolean {
  const giveBack = lockAt(`${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`);
  try {
    if (contentOf(file) !== stale) return false;
    writeTextAtomically(file, own);
    return true;
  } finally {
    giveBack();
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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
