/** What the trainer of stage 2 opens, from a user's rules in place of RuleWorld's. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import { trainedSettings } from '../../dynarule/checkpoint.ts';
import { premiseWeights } from '../../dynarule/context-weights.ts';
import type { DynaRuleModel } from '../../dynarule/decode.ts';
import type { RuleAttentionConfig } from '../../dynarule/rule-attention.ts';
import { UserError } from '../../errors.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import type { TrainingSetup } from '../../training/dynarule/setup.ts';
import type { Answerer } from '../answerer.ts';
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

/**
 * @param answerer whose adapters are trained on; the layers that read rules stay, the layer that chooses them may be another
 * @throws UserError where `dynarule.confidenceLayer` comes after the layers that read
 */
export function ownTraining(config: ExperimentConfig, answerer: Answerer, set: RuleSet, questions: readonly OwnQuestion[]): OwnTraining {
  const { answers, otherWords } = config.ownRules;
  const { retrieval, stepQuery } = config.dynarule;
  const { model } = answerer.dynarule;
  const attention = ownAttention(config, answerer.dynarule.attention);
  const premises = set.rules.map(({ premise }) => premise);
  const contextWeights = otherWords === 1 ? undefined : premiseWeights(premises, answerer.format.tokenizer, otherWords);
  const format = { ...answerer.format, retrieval, stepQuery, contextWeights };
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
    extra: { ...trainedSettings(config.ownRules.adapters), attention, retrieval, stepQuery, contextWeights, answers },
    answererWith: (adapters) => {
      const dynarule: DynaRuleModel = { model, adapters, attention, retrieval, stepQuery, contextWeights };
      return { ...answerer, dynarule, format, answers, refusal: null };
    },
  };
}

/** `auto` leaves the choice to the layer that had it. */
function ownAttention({ dynarule, ownRules }: ExperimentConfig, trained: RuleAttentionConfig): RuleAttentionConfig {
  if (dynarule.confidenceLayer === 'auto') return trained;
  const confidenceLayer = dynarule.confidenceLayer - 1;
  const readingLayer = trained.readingLayer ?? trained.confidenceLayer;
  if (confidenceLayer <= readingLayer) return { ...trained, confidenceLayer, readingLayer };
  throw UserError.of({
    expected: `a layer that chooses rules before they are read, 1 to ${readingLayer + 1}`,
    got: String(dynarule.confidenceLayer),
    where: { file: ownRules.adapters, key: 'dynarule.confidenceLayer' },
    fix: 'name an earlier layer, or auto',
  });
}
