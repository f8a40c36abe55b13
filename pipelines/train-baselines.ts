/**
 * Trains the baselines of the tables on the experiments that `baselines` names: KBLaM by
 * stage 1 alone, SR-KI in both forms by stage 2, from the stage 1 that DynaRule has too.
 * What was stopped goes on, and what is done is not done again.
 */
import type { BaselineName } from '../src/config/baselines.ts';
import { loadExperiment } from '../src/config/experiment.ts';
import { UserError } from '../src/errors.ts';
import { hasConfidenceLayer } from '../src/training/dynarule/confidence-file.ts';
import { runPath } from '../src/training/run-folder.ts';
import { run as trainStage1, type TrainOptions } from './train-stage1.ts';
import { run as trainStage2 } from './train-stage2.ts';

/** One of the trainings of the command. */
interface Part {
  readonly title: string;
  /** YAML file of its experiment. */
  readonly config: string;
  /** Its run folder. */
  readonly path: string;
  readonly train: (options: TrainOptions) => Promise<boolean>;
}

/**
 * Trains all to the end, or until interrupted; returns whether it came to the end. `overrides` are those of every
 * training; `fresh` discards the baselines alone.
 *
 * @throws UserError, before anything is trained, for an experiment that is bad with these overrides
 */
export async function run({ config, overrides, fresh, ...options }: TrainOptions): Promise<boolean> {
  const set = overrides ?? [];
  const [stage1, ...baselines] = trainings(config, set, options.root);
  const all = { ...options, overrides: set };
  if (!hasConfidenceLayer(stage1.path) && !(await start(stage1, all))) return false;
  for (const part of baselines) {
    if (!(await start(part, { ...all, fresh: fresh ?? false }))) return false;
  }
  return true;
}

function start({ title, config, train }: Part, options: Omit<TrainOptions, 'config'>): Promise<boolean> {
  process.stdout.write(`\n== ${title}: ${config}\n`);
  return train({ ...options, config });
}

/** Stage 1, then the baselines. */
function trainings(main: string, overrides: readonly string[], root?: string): [Part, ...Part[]] {
  const part = (title: string, config: string, stage: 'stage1' | 'stage2'): Part => {
    const { name } = loadExperiment(config, overrides);
    return { title, config, path: runPath(name, stage, root), train: stage === 'stage1' ? trainStage1 : trainStage2 };
  };
  const named = Object.entries(loadExperiment(main, overrides).baselines) as [BaselineName, string][];
  const baselines = named.map(([name, file]) => part(name, file, name === 'kblam' ? 'stage1' : 'stage2'));
  const parts: [Part, ...Part[]] = [part('stage 1', main, 'stage1'), ...baselines];
  requireOwnFolders(parts);
  return parts;
}

function requireOwnFolders(parts: readonly Part[]): void {
  const [shared] = parts.flatMap((part, index) => parts.slice(index + 1).flatMap((other) => (other.path === part.path ? [[part, other] as const] : [])));
  if (shared === undefined) return;
  const [first, second] = shared;
  throw UserError.of({
    expected: 'a run folder for each training',
    got: `${first.title} and ${second.title} in ${first.path}`,
    where: { file: second.config, key: 'name' },
    fix: 'leave --set name=… out: it would be the name of every training; give the YAML files names of their own',
  });
}
