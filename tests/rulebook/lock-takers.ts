/**
 * Takes one lock after another as soon as each may be taken, at the same time as its siblings, and keeps what it gets. Says
 * on standard output that it is ready, and at the end the numbers of the locks that it has.
 *
 *   tsx lock-takers.ts <folder> <number of locks>
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/errors.ts';
import { takeLock } from '../../src/rulebook/lock.ts';

const [folder, count] = [process.argv[2]!, Number(process.argv[3])];
process.stdout.write('ready\n');
const got: number[] = [];
for (let at = 0; at < count; at += 1) {
  while (!existsSync(join(folder, `go-${at}`))); // waits without sleeping: all must be there at once
  try {
    takeLock(join(folder, `file-${at}`));
    got.push(at);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
process.stdout.write(`${JSON.stringify(got)}\n`);
// Alive until it is told otherwise: a dead one's locks could be taken.
process.stdin.resume();
