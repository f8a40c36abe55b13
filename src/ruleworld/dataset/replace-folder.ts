/** A folder that appears whole or not at all. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../errors.ts';

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
  const fresh = `${path}.tmp-${process.pid}`;
  mkdirSync(dirname(fresh), { recursive: true });
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  try {
    await fill(fresh);
    swap(fresh, path);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
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

/** A folder cannot be renamed over a full one, so the old one steps aside first. */
function swap(fresh: string, path: string): void {
  const old = `${path}.old-${process.pid}`;
  const replaced = existsSync(path);
  if (replaced) renameSync(path, old);
  renameSync(fresh, path);
  if (replaced) rmSync(old, { recursive: true });
}
