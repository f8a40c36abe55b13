/** As whom a sandboxed command runs: root gives its rights away, anyone else has none to give. */
import { chownSync, lchownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's `nobody`; limits on processes do not hold for root. */
const NOBODY = 65534;

const isRoot = process.getuid?.() === 0;

/** Arguments that make `setpriv` run a command as nobody; none for an ordinary user. */
export function accountArguments(root = isRoot): string[] {
  return root ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'] : [];
}

/** Hands a folder and all in it to the account that sandboxed commands run as. */
export function giveToSandbox(folder: string): void {
  if (!isRoot) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, name), NOBODY, NOBODY);
}
