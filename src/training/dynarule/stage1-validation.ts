/** Validation of stage 1: the loss with every rule of the pool in sight, whatever the curriculum shows. */
import { tf, type Tensor3D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { stage1Loss } from '../../dynarule/stage1-loss.ts';
import type { TrainingSetup } from './setup.ts';
import { stage1Groups } from './stage1-task.ts';
import { openValidation, type Validation } from './validation.ts';

/**
 * Scores `validationLoss`, in nats a token. Null where the configuration asks for no validation.
 * @throws UserError where the data has no validation split
 */
export async function stage1Validation(config: ExperimentConfig, setup: TrainingSetup): Promise<Validation | null> {
  const { validationQuestions, ruleCount } = config.stage1;
  if (validationQuestions === 0) return null;
  return openValidation({
    groups: stage1Groups(config, setup),
    repository: setup.validationRepository(),
    questions: validationQuestions,
    ruleCount,
    scoreBatch: (parameters, batch, { embeddings }) => {
      const bias = tf.fill([batch.rows, 1, embeddings.shape[0]], config.dynarule.ruleOffset) as Tensor3D;
      const loss = stage1Loss(parameters, { model: setup.model, keyNorm: config.dynarule.keyNorm, batch, embeddings, bias });
      return [{ name: 'validationLoss', value: loss.dataSync()[0] as number, weight: batch.labels.length }];
    },
  });
}
