/** Reads a RuleTrek file and holds it against its schema. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { parseJson } from '../../files/parse-json.ts';

/**
 * @throws UserError where the file is missing, is no JSON, or has another shape, with every fault
 */
export function readFormat<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(readText(path)));
  if (parsed.success) return parsed.data;
  const fix = 'build the benchmark again: dynarule ruletrek build';
  throw UserError.of({ expected: 'a RuleTrek file as in docs/ruletrek.md', got: z.prettifyError(parsed.error), where: { file: path }, fix });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw UserError.of({ expected: 'a file of a RuleTrek benchmark', got: 'no such file', where: { file: path }, fix: 'build the benchmark: dynarule ruletrek build' });
  }
}
