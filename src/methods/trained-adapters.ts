/** Where the adapters of a trained method are, and which experiment has trained them. */
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { BaselineName } from '../config/baselines.ts';
import type { Retrieval } from '../config/dynarule.ts';
import { loadExperiment, type ExperimentConfig } from '../config/experiment.ts';
import { REFUSAL_FILE } from '../dynarule/refusal.ts';
import { UserError } from '../errors.ts';
import { checkpointsPath, runPath } from '../training/run-folder.ts';
import { unfinished, type RunProgress } from '../training/run-progress.ts';
import { latestCheckpoint, OPTIMIZER } from '../tensors/checkpoint.ts';

/** Files beside adapters that decide no evaluated answer: moments of the optimizer, and a threshold of refusal. */
export const UNDECIDING = [OPTIMIZER, REFUSAL_FILE] as const;

/** A method's trained adapters: whose they are, and what makes them. */
export interface Training {
  /** The experiment that trains them. */
  readonly experiment: ExperimentConfig;
  readonly stage: 'stage1' | 'stage2';
  /** The command, for messages. */
  readonly fix: string;
}

/** DynaRule's own training: that of the experiment that is evaluated. */
export function ownTraining(experiment: ExperimentConfig): Training {
  return { experiment, stage: 'stage2', fix: 'train them: make train-stage1 and make train-stage2 with this experiment' };
}

/**
 * The training of a baseline, from the experiment that `baselines` names.
 * @throws UserError where that experiment is unreadable, or is for another base or encoder
 */
export function baselineTraining(name: BaselineName, evaluated: ExperimentConfig): Training {
  const file = evaluated.baselines[name];
  const experiment = loadExperiment(file);
  requireSame('model.base', experiment.model.base, evaluated.model.base, file);
  requireSame('encoder', experiment.encoder, evaluated.encoder, file);
  return { experiment, stage: name === 'kblam' ? 'stage1' : 'stage2', fix: `train them: make train-baselines (${file})` };
}

function requireSame(key: string, trained: unknown, evaluated: unknown, file: string): void {
  if (isDeepStrictEqual(trained, evaluated)) return;
  throw UserError.of({
    expected: `${key} as in the experiment that is evaluated: ${JSON.stringify(evaluated)}`,
    got: JSON.stringify(trained),
    where: { file, key },
    fix: 'name baselines that are trained on the same base and encoder (baselines), or leave the method out',
  });
}

/** Where adapters are. */
export interface AdapterFolders {
  /** The tensors and their settings. */
  readonly adapters: string;
  /** What the stage leaves beside its checkpoints. */
  readonly run: string;
  /** Whether they are not of the experiment's own run, but those that it names. */
  readonly shipped: boolean;
  /** What a user should hear before answers are taken for the training's: that it is not finished, and what is used. */
  readonly caveat: string | null;
}

/**
 * The newest checkpoint of the training's run, where it has come to its end; else the shipped adapters that its experiment
 * names; where there are none, that checkpoint as it is.
 *
 * @param runs parent of all run folders
 * @throws UserError where there are none
 */
export function findAdapters({ experiment, stage, fix }: Training, runs: string): AdapterFolders {
  const checkpoints = checkpointsPath(experiment.name, stage, runs);
  const run = runPath(experiment.name, stage, runs);
  const own = latestCheckpoint(checkpoints);
  const short = own === null ? null : unfinished(run, stage, own);
  const named = experiment.model.adapters;
  const shipped = named !== null && existsSync(named) ? named : null;
  if (shipped !== null && (own === null || short !== null)) return { adapters: shipped, run: shipped, shipped: true, caveat: passedOver(run, short, shipped) };
  if (own !== null) return { adapters: own, run, shipped: false, caveat: asItIs(run, short) };
  throw UserError.of({ expected: `adapters in ${checkpoints}${named === null ? '' : ` or ${named}`}`, got: 'none', fix });
}

function passedOver(run: string, short: RunProgress | null, shipped: string): string | null {
  if (short === null) return null;
  return `${notFinished(run, short)}; the adapters in ${shipped} are used (end the training, or set model.adapters: null in its experiment to use it as it is)`;
}

function asItIs(run: string, short: RunProgress | null): string | null {
  return short === null ? null : `${notFinished(run, short)}; it is used as it is`;
}

function notFinished(run: string, { step, steps }: RunProgress): string {
  return `the training in ${run} is not finished: step ${step} of ${steps}`;
}

/** A method whose experiment retrieves otherwise would be reported under a wrong name. @throws UserError */
export function requireRetrieval(name: string, { experiment }: Training, wanted: Retrieval): void {
  const { retrieval } = experiment.dynarule;
  if (retrieval === wanted) return;
  throw UserError.of({
    expected: `dynarule.retrieval: ${wanted} in the experiment of the method ${name}`,
    got: `${retrieval} (experiment ${experiment.name})`,
    where: { key: 'dynarule.retrieval' },
    fix: 'evaluate another method (evaluation.methods), or name another experiment (baselines)',
  });
}

type Settings = Readonly<Record<string, string | number>>;

/**
 * What the adapters were trained with decides; an experiment that says otherwise would be reported under a wrong name.
 * @param asked by the experiment, as its `dynarule` section writes it
 * @throws UserError that names the first setting that differs
 */
export function requireSameSettings(folder: string, trained: Settings, asked: Settings): void {
  const key = Object.keys(asked).find((name) => asked[name] !== trained[name]);
  if (key === undefined) return;
  throw UserError.of({
    expected: `dynarule.${key} as the adapters in ${folder} were trained with: ${trained[key]}`,
    got: String(asked[key]),
    where: { key: `dynarule.${key}` },
    fix: 'set it so, or train adapters with this experiment',
  });
}
