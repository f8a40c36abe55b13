/** Fingerprints of model files, so that results are never taken for those of other settings or weights. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../errors.ts';

/**
 * Hash of a file, or of the names and contents of all files directly in a folder: 16 hexadecimal digits.
 *
 * @param fix the command that makes the files, for the message
 * @param without names of files in the folder that decide nothing
 * @throws UserError where there is nothing
 */
export async function filesFingerprint(path: string, fix: string, without: readonly string[] = []): Promise<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw UserError.of({ expected: 'model files', got: 'nothing there', where: { file: path }, fix });
  }
  const hash = createHash('sha256');
  const files = stat.isDirectory() ? filesIn(path, without) : [path];
  for (const file of files) {
    hash.update(`${stat.isDirectory() ? file.slice(path.length) : ''}\n`);
    await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) hash.update(chunk);
    });
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string, without: readonly string[]): string[] {
  const names = readdirSync(folder).filter((name) => !without.includes(name));
  const paths = names.map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile()).sort(); // statSync follows links, which models/ is made of
}
