/** All that training opens, small: twelve rules, a tokenizer of their words, a random base, an encoder of width 12. */
import { tf } from '../../../src/backend/tf.ts';
import { ExperimentConfig } from '../../../src/config/experiment.ts';
import { initialAdapters, SEARCH_PARAMETER } from '../../../src/dynarule/adapters.ts';
import { createHashedEncoder } from '../../../src/encoder/hashed.ts';
import { trainTokenizer } from '../../../src/lm/tokenizer-train.ts';
import { tokenizerFromJson, type Tokenizer } from '../../../src/lm/tokenizer.ts';
import { completionText, promptText, STEP_MARK } from '../../../src/ruleworld/prompt.ts';
import { questionOfSeed } from '../../../src/ruleworld/question.ts';
import { REPRESENTATIONS } from '../../../src/ruleworld/types.ts';
import type { TensorRecord } from '../../../src/tensors/named.ts';
import { drawnRepository } from '../../../src/training/data/repository.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { RULE_WIDTH, tinyModel } from '../../dynarule/tiny-model.ts';
import { TINY_RULES } from '../../ruleworld/tiny-world.ts';

const EOS = 0;

export function tinyExperiment(change: { negatives?: 'pool' | 'repository' } = {}): ExperimentConfig {
  const stage = { steps: 4, batchSize: 2, ruleCount: 8, mix: { single: 1, parallel: 0, hop: 1 }, checkpointEverySteps: 100, validateEverySteps: 100 };
  const optimizer = { learningRate: 0.01, warmup: 1 };
  return ExperimentConfig.parse({
    name: 'tiny-test',
    data: { worlds: { original: 1, refreshed: 0 } },
    encoder: { kind: 'hashed', dimensions: RULE_WIDTH },
    dynarule: { topK: 4 },
    stage1: { ...stage, optimizer },
    stage2: { ...stage, optimizer, negatives: change.negatives ?? 'pool', repositoryRules: 10, candidatePools: [5, 8] },
  });
}

export function tinySetup(): TrainingSetup {
  const tokenizer = wordTokenizer();
  const model = tinyModel('training', { vocabSize: tokenizer.vocabSize, maxPositions: 256, layers: 2 });
  const encoder = createHashedEncoder({ dimensions: RULE_WIDTH });
  const repository = drawnRepository(TINY_RULES, encoder, {});
  const format = { tokenizer, searchId: tokenizer.vocabSize, eosId: EOS, retrieval: 'per-step' as const, stepQuery: 'search' as const };
  return { model, encoder, format, padId: EOS, repositoryOf: () => repository, validationRepository: () => repository };
}

function wordTokenizer(): Tokenizer {
  const texts = Array.from({ length: 40 }, (_, draw) => {
    const question = questionOfSeed({ rules: TINY_RULES }, draw % 2 === 0 ? 'single-rule' : 'multi-hop-3', `text ${draw}`);
    return REPRESENTATIONS.map((form) => promptText(question.question[form]) + completionText(question, form)).join('\n');
  });
  return tokenizerFromJson(trainTokenizer(texts, { vocabSize: 800, specialTokens: ['<eos>', STEP_MARK] }));
}

/** First adapters of both layers; stage 1 has no `<search>`. */
export function firstAdapters(setup: TrainingSetup, stage: 1 | 2): TensorRecord {
  const init = { dimensions: RULE_WIDTH, bias: false, keyInitStd: 0.3, valueInitStd: 0.3, searchFromToken: 1, seed: 'first' };
  const { [SEARCH_PARAMETER]: search, ...adapters } = initialAdapters(setup.model, init);
  if (stage === 2) return { ...adapters, [SEARCH_PARAMETER]: search! };
  tf.dispose(search!);
  return adapters;
}
