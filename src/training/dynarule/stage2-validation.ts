/** Validation of stage 2: both losses and the retrieval of every step, in pools of `stage2.ruleCount` rules. */
import { stage2Loss, type Stage2Metrics } from '../../dynarule/stage2-loss.ts';
import type { TrainingSetup } from './setup.ts';
import { stage2Groups, type Stage2Context } from './stage2-task.ts';
import { openValidation, type Validation } from './validation.ts';

/**
 * Scores `validationLm` (nats a token), `validationContrastive` (nats a gold rule) and
 * `validationRecallAt1` (share of steps). Null where the configuration asks for no validation.
 * @throws UserError where the data has no validation split
 */
export async function stage2Validation(context: Stage2Context, setup: TrainingSetup): Promise<Validation | null> {
  const { config, model, attention } = context;
  const { validationQuestions, ruleCount } = config.stage2;
  if (validationQuestions === 0) return null;
  return openValidation({
    groups: stage2Groups(config, setup),
    repository: setup.validationRepository(),
    questions: validationQuestions,
    ruleCount,
    scoreBatch: (parameters, batch, pool) => {
      const metrics: Stage2Metrics = { lm: 0, contrastive: 0, recallAt1: 0 };
      stage2Loss(parameters, { model, attention, objective: config.dynarule, batch, pool: { ...pool, open: null } }, metrics);
      const goldRules = batch.steps.reduce((sum, step) => sum + step.gold.length, 0);
      return [
        { name: 'validationLm', value: metrics.lm, weight: batch.labels.length },
        { name: 'validationContrastive', value: metrics.contrastive, weight: goldRules },
        { name: 'validationRecallAt1', value: metrics.recallAt1, weight: batch.steps.length },
      ];
    },
  });
}
