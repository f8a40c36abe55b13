/** pi is optional: nothing of it is installed with this project, and one version alone is known to behave as written here. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../errors.ts';
import { parseJson } from '../../../files/parse-json.ts';

export const PI_PACKAGE = '@mariozechner/pi-coding-agent';
export const PI_VERSION = '0.73.1';

const Manifest = z.object({ version: z.string() });

export interface PiInstallation {
  /** Absolute path of the folder that has node_modules. */
  readonly folder: string;
  /** Path of its program below that folder. */
  readonly program: string;
}

/**
 * pi below `folder`.
 * @throws UserError where it is not there, or in another version, with the command that installs it
 */
export function findPi(folder: string): PiInstallation {
  const below = join('node_modules', PI_PACKAGE);
  const manifest = join(folder, below, 'package.json');
  const found = existsSync(manifest) ? Manifest.safeParse(parseJson(readFileSync(manifest, 'utf8'))).data?.version : undefined;
  if (found === PI_VERSION) return { folder: resolve(folder), program: join(below, 'dist', 'cli.js') };
  throw UserError.of({
    expected: `pi ${PI_VERSION}`,
    got: found === undefined ? 'it is not installed' : `version ${found}`,
    where: { file: folder },
    fix: `npm install --prefix ${folder} --save-exact ${PI_PACKAGE}@${PI_VERSION}`,
  });
}
