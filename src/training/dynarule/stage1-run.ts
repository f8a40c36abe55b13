/** The run of stage 1 that stage 2 goes on from: its own experiment's, or another's that is the same (`stage2.from`). */
import { join } from 'node:path';
import { loadExperiment, type ExperimentConfig } from '../../config/experiment.ts';
import { UserError } from '../../errors.ts';
import { requireCheckpoint } from '../../tensors/checkpoint.ts';
import { checkpointsPath, differences, runPath } from '../run-folder.ts';

export interface Stage1Run {
  readonly path: string;
  /** Its newest checkpoint. */
  readonly checkpoint: string;
}

/**
 * @param root parent of all run folders; `runs` by default
 * @throws UserError where stage 1 has no checkpoint, or was trained otherwise than this experiment would train it
 */
export function stage1Run(config: ExperimentConfig, root?: string): Stage1Run {
  const name = config.stage2.from ?? config.name;
  const path = runPath(name, 'stage1', root);
  const checkpoint = requireCheckpoint(checkpointsPath(name, 'stage1', root), `run stage 1 of ${name} first: make train-stage1`);
  if (name !== config.name) requireSameTraining(config, path);
  return { path, checkpoint };
}

function requireSameTraining(config: ExperimentConfig, path: string): void {
  const file = join(path, 'config.yaml');
  const differing = differences(stage1Inputs(loadExperiment(file)), stage1Inputs(config));
  if (differing.length === 0) return;
  throw UserError.of({
    expected: 'a run of stage 1 as this experiment would train it',
    got: `one with other values: ${differing.join(', ')}`,
    where: { file, key: 'stage2.from' },
    fix: 'set these keys alike, or leave out stage2.from and run stage 1 of this experiment',
  });
}

/** All that decides what stage 1 trains. */
function stage1Inputs({ seed, data, model, encoder, questions, dynarule, stage1 }: ExperimentConfig): object {
  const { keyNorm, bias, ruleOffset, keyInitStd, valueInit, valueInitStd, valueScale } = dynarule;
  const adapters = { keyNorm, bias, ruleOffset, keyInitStd, valueInit, valueInitStd, valueScale };
  return { seed, data, model: { base: model.base }, encoder, questions, dynarule: adapters, stage1 };
}
