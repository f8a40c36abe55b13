/** How far the training in a run folder has come, by the configuration that it was begun with. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkpointStep } from '../tensors/checkpoint.ts';

export interface RunProgress {
  /** Of the newest checkpoint. */
  readonly step: number;
  /** Of the whole training. */
  readonly steps: number;
}

/** Null where the training has come to its end, and where the folder does not say how long it was to be. */
export function unfinished(run: string, stage: 'stage1' | 'stage2', checkpoint: string): RunProgress | null {
  const [step, steps] = [checkpointStep(checkpoint), configuredSteps(run, stage)];
  return steps === null || step >= steps ? null : { step, steps };
}

/** Read by this key alone, so that a run whose configuration has keys of another version counts, too. */
function configuredSteps(run: string, stage: 'stage1' | 'stage2'): number | null {
  const file = join(run, 'config.yaml');
  if (!existsSync(file)) return null;
  const config = z.looseObject({ [stage]: z.looseObject({ steps: z.int() }) }).safeParse(parse(readFileSync(file, 'utf8')));
  return config.success ? (config.data[stage]?.steps ?? null) : null;
}
