/** The questions that the ridge regression is fitted to. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import type { GroupOptions } from '../data/groups.ts';
import type { TrainingRepository } from '../data/repository.ts';
import type { TrainingSetup } from './setup.ts';
import { stage2Groups } from './stage2-task.ts';

/**
 * Those of stage 2. The regression has one target for a state, and where all gold rules are
 * retrieved at the question they share one: each question then stands for one of its steps,
 * drawn anew each time, so that over many questions the target is the mean of their rules.
 */
export function ridgeGroups(config: ExperimentConfig, setup: TrainingSetup): GroupOptions {
  const groups = stage2Groups(config, setup);
  if (config.dynarule.retrieval !== 'once') return groups;
  return { ...groups, repositoryOf: (group, random) => oneStepOf(groups.repositoryOf(group, random)) };
}

function oneStepOf(repository: TrainingRepository): TrainingRepository {
  return {
    ...repository,
    drawQuestion: (subtask, random) => {
      const question = repository.drawQuestion(subtask, random);
      return question === null ? null : { ...question, steps: [random.pick(question.steps)] };
    },
  };
}
