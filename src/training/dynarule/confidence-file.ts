/** The file in which stage 1 leaves the confidence layer, once it has come to its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { readJson } from '../../lm/files/json-file.ts';

/** In the run folder of stage 1, or beside adapters of stage 1 that come from elsewhere. */
export const CONFIDENCE_FILE = 'confidence.json';

const ConfidenceFile = z.looseObject({ layer: z.int().min(0) });

/** Whether stage 1 has come to its end in this run folder. */
export function hasConfidenceLayer(folder: string): boolean {
  return existsSync(join(folder, CONFIDENCE_FILE));
}

/**
 * The confidence layer that stage 1 has measured, from 0.
 *
 * @param folder that holds the file
 * @param fix the command that makes it, for the message
 * @throws UserError where there is none, or a damaged one
 */
export function readConfidenceLayer(folder: string, fix: string): number {
  const file = join(folder, CONFIDENCE_FILE);
  const parsed = hasConfidenceLayer(folder) ? ConfidenceFile.safeParse(readJson(file)) : null;
  if (parsed?.success === true) return parsed.data.layer;
  throw UserError.of({
    expected: 'the confidence layer that stage 1 measures at its end',
    got: parsed === null ? 'no such file' : z.prettifyError(parsed.error),
    where: { file },
    fix,
  });
}
