/** `runs/<id>/ruletrek.json`: what `ruletrek score` found, so that tables and figures need neither trials nor benchmark. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeJsonAtomically } from '../../files/atomic-write.ts';
import { readFormat } from '../formats/read.ts';
import { FORMAT_VERSION, FormatVersion } from '../formats/vocabulary.ts';
import { InstanceSize } from './benchmark.ts';
import { ScoredTrial, type ScoredRun } from './scored-run.ts';

const RunSummary = z.strictObject({
  format: FormatVersion,
  name: z.string(),
  /** All instances of the benchmark that was run, tried or not. */
  benchmark: z.array(InstanceSize),
  trials: z.array(ScoredTrial),
});
export type RunSummary = z.infer<typeof RunSummary>;

const FILE = 'ruletrek.json';

export function writeRunSummary(folder: string, { name, trials }: ScoredRun, benchmark: readonly InstanceSize[]): void {
  const summary: RunSummary = { format: FORMAT_VERSION, name, benchmark: [...benchmark], trials: [...trials] };
  writeJsonAtomically(join(folder, FILE), summary);
}

/** Null where a folder has none. @throws UserError for a damaged file */
export function readRunSummary(folder: string): RunSummary | null {
  const file = join(folder, FILE);
  return existsSync(file) ? readFormat(file, RunSummary) : null;
}
