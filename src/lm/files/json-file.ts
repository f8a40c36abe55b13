/** JSON files, read with errors that name the file. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../errors.ts';

/**
 * Parses a JSON file.
 * @throws UserError where it is missing or not JSON
 */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw UserError.of({ expected: 'JSON', got: (cause as Error).message, where: { file }, fix: 'the file is damaged; get it again' }, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw UserError.of({ expected: 'a readable file', got: (cause as Error).message, where: { file }, fix: 'check the path' }, { cause });
  }
}
