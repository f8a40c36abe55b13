/** Methods with retrieving adapters over one repository: finds the adapters, and says what decides their answers. */
import type { DynaRuleConfig } from '../config/dynarule.ts';
import type { MethodName } from '../config/evaluation.ts';
import { loadDynaRule, requireEncoder, trainedSettings, type TrainedSettings } from '../dynarule/checkpoint.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import { disposeTensors } from '../tensors/named.ts';
import { dynaRuleMethod } from './dynarule.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { filesFingerprint } from '../files/files-fingerprint.ts';
import type { MethodEntry } from './method.ts';
import { once, onceFor } from './once.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';
import { findAdapters, ownTraining, requireRetrieval, requireSameSettings, UNDECIDING, type Training } from './trained-adapters.ts';

/** @throws UserError, when it is loaded, where there are no adapters */
export function dynaRuleEntry(resources: MethodResources): MethodEntry {
  const training = ownTraining(resources.experiment);
  requireRetrieval('dynarule', training, 'per-step');
  return retrievingEntry('dynarule', training, resources);
}

/** @throws UserError, when it is loaded, where there are no adapters */
export function retrievingEntry(name: MethodName, training: Training, resources: MethodResources): MethodEntry {
  const { experiment, rules, languageModel } = resources;
  const { maxNewTokens } = experiment.evaluation;
  return {
    name,
    fingerprint: once(async () => {
      const { adapters } = findAdapters(training, resources.runs);
      const trained = trainedSettings(adapters);
      requireSameAttention(adapters, trained, training.experiment.dynarule);
      // The address holds the encoder's settings alone: its files are those that the adapters, which it holds, were trained with.
      requireEncoder(adapters, trained.encoder, await resources.encoderFingerprint());
      const weights = await filesFingerprint(adapters, training.fix, UNDECIDING);
      return fingerprint([await baseFingerprint(experiment), weights, experiment.encoder, maxNewTokens]);
    }),
    caveat: () => findAdapters(training, resources.runs).caveat,
    load: async () => {
      const lm = await languageModel();
      const encoder = await resources.encoder();
      const dynarule = loadDynaRule(findAdapters(training, resources.runs).adapters, lm, encoder);
      const { retrieval, stepQuery } = dynarule;
      const method = dynaRuleMethod({
        name,
        dynarule,
        format: { tokenizer: lm.tokenizer, searchId: searchTokenId(lm), eosId: lm.config.eosTokenId ?? 0, retrieval, stepQuery },
        embeddings: onceFor((representation) => ruleEmbeddings(encoder, rules, representation)),
        dimensions: encoder.dimensions,
        maxNewTokens,
      });
      return { method, dispose: () => disposeTensors(dynarule.adapters) };
    },
  };
}

function requireSameAttention(folder: string, { attention, retrieval, stepQuery }: TrainedSettings, wanted: DynaRuleConfig): void {
  const layer = wanted.confidenceLayer === 'auto' ? attention.confidenceLayer : wanted.confidenceLayer - 1;
  const { topK, selection, keyNorm, priorWeight, ruleOffset } = wanted;
  const queries = { retrieval: wanted.retrieval, stepQuery: wanted.stepQuery };
  // Layers count from 1 in experiments.
  const { readingLayer: _, ...chosen } = attention;
  const trained = { ...chosen, retrieval, stepQuery, confidenceLayer: attention.confidenceLayer + 1 };
  requireSameSettings(folder, trained, { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer: layer + 1, ...queries });
}
