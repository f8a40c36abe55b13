/** The file in which stage 1 leaves the confidence layer, once it has come to its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { readJson } from '../../lm/files/json-file.ts';

/** In the run folder of stage 1, or beside adapters of stage 1 that come from elsewhere. */
export const CONFIDENCE_FILE = 'confidence.json';

const ConfidenceFile = z.looseObject({ layer: z.int().min(0) });

const layers = z.array(z.looseObject({ layer: z.int().min(0), mean: z.number(), std: z.number().min(0) })).min(1);
const Measured = z.looseObject({
  questions: z.int().min(0),
  rulesSeen: z.int().min(1),
  entropies: z.looseObject({ FOL: layers, NL: layers }),
  layer: z.int().min(0),
});
/** The whole of what stage 1 has measured: `ConfidenceReport`. */
export type MeasuredConfidence = z.infer<typeof Measured>;

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
  if (!hasConfidenceLayer(folder)) throw noConfidence(folder, 'no such file', fix);
  return parseConfidence(folder, ConfidenceFile, fix).layer;
}

/**
 * The entropies of all layers too; null where stage 1 has not come to its end here.
 *
 * @throws UserError where the file is damaged
 */
export function readConfidence(folder: string, fix: string): MeasuredConfidence | null {
  return hasConfidenceLayer(folder) ? parseConfidence(folder, Measured, fix) : null;
}

function parseConfidence<T>(folder: string, schema: z.ZodType<T>, fix: string): T {
  const parsed = schema.safeParse(readJson(join(folder, CONFIDENCE_FILE)));
  if (parsed.success) return parsed.data;
  throw noConfidence(folder, z.prettifyError(parsed.error), fix);
}

function noConfidence(folder: string, got: string, fix: string): UserError {
  const where = { file: join(folder, CONFIDENCE_FILE) };
  return UserError.of({ expected: 'the confidence layer that stage 1 measures at its end', got, where, fix });
}
