/** The run of stage 1 that stage 2 goes on from: its own experiment's, or another's (`stage2.from`); either way as this one would train it. */
import { join } from 'node:path';
import { loadExperiment, type ExperimentConfig } from '../../config/experiment.ts';
import { UserError } from '../../errors.ts';
import { requireCheckpoint } from '../../tensors/checkpoint.ts';
import { changedContents, type Contents } from '../contents.ts';
import { checkpointsPath, runPath } from '../run-folder.ts';
import { differences, otherContents, savedIdentity } from '../run-identity.ts';

export interface Stage1Run {
  readonly path: string;
  /** Its newest checkpoint. */
  readonly checkpoint: string;
}

/**
 * @param contents behind the experiment's paths
 * @param root parent of all run folders; `runs` by default
 * @throws UserError where stage 1 has no checkpoint, or was trained otherwise than this experiment would train it
 */
export function stage1Run(config: ExperimentConfig, contents: Contents, root?: string): Stage1Run {
  const name = config.stage2.from ?? config.name;
  const path = runPath(name, 'stage1', root);
  const checkpoint = requireCheckpoint(checkpointsPath(name, 'stage1', root), `run stage 1 of ${name} first: make train-stage1`);
  requireSameTraining(config, contents, path);
  return { path, checkpoint };
}

function requireSameTraining(config: ExperimentConfig, contents: Contents, path: string): void {
  const file = join(path, 'config.yaml');
  const files = changedContents(savedIdentity(path).contents ?? {}, contents).map(otherContents);
  const differing = [...differences(stage1Inputs(loadExperiment(file)), stage1Inputs(config)), ...files];
  if (differing.length === 0) return;
  const { from } = config.stage2;
  throw UserError.of({
    expected: 'a run of stage 1 as this experiment would train it',
    got: `one with other values: ${differing.join(', ')}`,
    where: from === null ? { file } : { file, key: 'stage2.from' },
    fix:
      from === null
        ? 'set these keys as they were, or train stage 1 anew: dynarule train-stage1 --fresh with this experiment'
        : 'set these keys alike, or leave out stage2.from and run stage 1 of this experiment',
  });
}

/** All that decides what stage 1 trains. */
function stage1Inputs({ seed, data, model, encoder, questions, dynarule, stage1 }: ExperimentConfig): object {
  const { keyNorm, bias, ruleOffset, keyInitStd, valueInit, valueInitStd, valueScale } = dynarule;
  const adapters = { keyNorm, bias, ruleOffset, keyInitStd, valueInit, valueInitStd, valueScale };
  return { seed, data, model: { base: model.base }, encoder, questions, dynarule: adapters, stage1: steps(stage1) };
}

/** The stage without what only watches it, each step as one batch: in how many it is taken may be the backend's (`fittingBatches`). */
function steps({ checkpointEverySteps: _, keepCheckpoints: __, validateEverySteps: ___, validationQuestions: ____, ...stage }: ExperimentConfig['stage1']): object {
  const { accumulate, ...optimizer } = stage.optimizer;
  return { ...stage, batchSize: stage.batchSize * accumulate, optimizer };
}
