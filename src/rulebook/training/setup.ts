/** What the trainer of stage 2 opens, from a user's rules in place of RuleWorld's. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import { trainedSettings } from '../../dynarule/checkpoint.ts';
import type { DynaRuleModel } from '../../dynarule/decode.ts';
import type { RuleAttentionConfig } from '../../dynarule/rule-attention.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import type { TrainingSetup } from '../../training/dynarule/setup.ts';
import type { Answerer } from '../answer.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import type { Split } from '../questions/wordings.ts';
import { ownRepository, type RuleSet } from './repository.ts';

/** All of it stays the caller's. */
export interface OwnTraining {
  readonly setup: TrainingSetup;
  readonly attention: RuleAttentionConfig;
  /** What a checkpoint says of itself. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Who answers with these adapters. */
  answererWith(adapters: TensorRecord): Answerer;
}

/** @param answerer whose adapters are trained on; how rules reach the model stays as they have it */
export function ownTraining(config: ExperimentConfig, answerer: Answerer, set: RuleSet, questions: readonly OwnQuestion[]): OwnTraining {
  const { answers } = config.ownRules;
  const { retrieval, stepQuery } = config.dynarule;
  const { model, attention } = answerer.dynarule;
  const format = { ...answerer.format, retrieval, stepQuery };
  const ofSplit = (split: Split) => ownRepository(set, questions.filter((question) => question.split === split), answers);
  const train = ofSplit('train');
  return {
    setup: {
      model,
      encoder: answerer.encoder,
      format,
      padId: format.eosId,
      repositoryOf: () => train,
      validationRepository: () => ofSplit('validation'),
    },
    attention,
    extra: { ...trainedSettings(config.ownRules.adapters), retrieval, stepQuery, answers },
    answererWith: (adapters) => {
      const dynarule: DynaRuleModel = { model, adapters, attention, retrieval, stepQuery };
      return { ...answerer, dynarule, format, answers, refusal: null };
    },
  };
}
