/**
 * Trains the baselines of the tables on the experiments that `baselines` names: KBLaM by
 * stage 1 alone, SR-KI in both forms by stage 2, from the stage 1 that DynaRule has too.
 * What was stopped goes on, and what is done is not done again.
 */
import type { BaselineName } from '../src/config/baselines.ts';
import { loadExperiment } from '../src/config/experiment.ts';
import { hasConfidenceLayer } from '../src/training/dynarule/confidence-file.ts';
import { runPath } from '../src/training/run-folder.ts';
import { run as trainStage1, type TrainOptions } from './train-stage1.ts';
import { run as trainStage2 } from './train-stage2.ts';

/** Trains all to the end, or until interrupted; returns whether it came to the end. `fresh` discards the baselines alone. */
export async function run({ config: main, overrides, fresh, ...backend }: TrainOptions): Promise<boolean> {
  const experiment = loadExperiment(main, overrides);
  if (!hasConfidenceLayer(runPath(experiment.name, 'stage1'))) {
    announce('stage 1', main);
    if (!(await trainStage1({ config: main, overrides: overrides ?? [], ...backend }))) return false;
  }
  for (const [name, config] of Object.entries(experiment.baselines) as [BaselineName, string][]) {
    announce(name, config);
    const train = name === 'kblam' ? trainStage1 : trainStage2;
    if (!(await train({ config, fresh: fresh ?? false, ...backend }))) return false;
  }
  return true;
}

function announce(what: string, file: string): void {
  process.stdout.write(`\n== ${what}: ${file}\n`);
}
