/** A folder that appears whole or not at all. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeFolderInTime } from '../../files/atomic-write.ts';

/**
 * Lets `fill` write into a temporary folder beside `path`, then puts it in the
 * place of `path`. Where `fill` fails, what stood there before still stands.
 *
 * @param marker a file that every folder made this way has; a folder without
 * it is not ours to replace.
 * @throws UserError where `path` holds something else.
 */
export async function replaceFolder(
  path: string,
  marker: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  refuseForeign(path, marker);
  await writeFolderInTime(path, fill);
}

function refuseForeign(path: string, marker: string): void {
  if (!existsSync(path) || existsSync(join(path, marker)) || readdirSync(path).length === 0) return;
  throw UserError.of({
    expected: `an output folder that is new, empty, or an earlier output (with ${marker})`,
    got: 'a folder with other files',
    where: { file: path },
    fix: 'choose another output folder, or move these files away',
  });
}
