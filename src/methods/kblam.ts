/**
 * KBLaM (paper, Table 2): adapters of stage 1 alone, every rule of the pool in the attention
 * of every layer, nothing retrieved. Its relevance at the confidence layer still ranks the
 * rules, and is what the paper's tables of retrieval count.
 */
import { loadStage1, requireEncoder, stage1Settings } from '../dynarule/checkpoint.ts';
import { decodeWithPool, type PoolModel } from '../dynarule/pool-decode.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import { promptText } from '../ruleworld/prompt.ts';
import { disposeTensors } from '../tensors/named.ts';
import { readConfidenceLayer } from '../training/dynarule/confidence-file.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { filesFingerprint } from '../files/files-fingerprint.ts';
import { injectingMethod, type InjectionResources } from './injecting.ts';
import type { Method, MethodEntry, READING_ALL } from './method.ts';
import { once, onceFor } from './once.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';
import { baselineTraining, findAdapters, requireSameSettings, UNDECIDING, type AdapterFolders, type Training } from './trained-adapters.ts';

/** @throws UserError where its experiment is unreadable and, when it is loaded, where there are no adapters */
export function kblamEntry(resources: MethodResources): MethodEntry {
  return poolEntry('kblam', () => 0, resources);
}

type KblamName = (typeof READING_ALL)[number];

/** One of KBLaM's two forms: they differ in what is added to the logits of rules beside the offset of training. */
export function poolEntry(name: KblamName, correction: PoolModel['shift'], resources: MethodResources): MethodEntry {
  const { experiment, rules, languageModel, runs } = resources;
  const { maxNewTokens } = experiment.evaluation;
  const training = baselineTraining('kblam', experiment);
  return {
    name,
    fingerprint: once(async () => {
      const folders = findAdapters(training, runs);
      const { keyNorm, ruleOffset } = training.experiment.dynarule;
      const trained = stage1Settings(folders.adapters);
      requireSameSettings(folders.adapters, trained, { keyNorm, ruleOffset });
      requireEncoder(folders.adapters, trained.encoder, await resources.encoderFingerprint());
      const weights = await filesFingerprint(folders.adapters, training.fix, UNDECIDING);
      const settings = { name, layer: confidenceLayer(folders, training) };
      return fingerprint([await baseFingerprint(experiment), weights, experiment.encoder, maxNewTokens, settings]);
    }),
    caveat: () => findAdapters(training, runs).caveat,
    load: async () => {
      const lm = await languageModel();
      const encoder = await resources.encoder();
      const folders = findAdapters(training, runs);
      const adapters = loadStage1(folders.adapters, lm, encoder);
      const { keyNorm, ruleOffset } = stage1Settings(folders.adapters);
      const shift = (size: number): number => ruleOffset + correction(size);
      const kblam = { model: lm, adapters, keyNorm, confidenceLayer: confidenceLayer(folders, training), shift };
      const method = kblamMethod({
        name,
        kblam,
        tokenizer: lm.tokenizer,
        eosId: lm.config.eosTokenId ?? 0,
        embeddings: onceFor((representation) => ruleEmbeddings(encoder, rules, representation)),
        dimensions: encoder.dimensions,
        maxNewTokens,
      });
      return { method, dispose: () => disposeTensors(adapters) };
    },
  };
}

/** From 0. */
function confidenceLayer({ run }: AdapterFolders, { experiment, fix }: Training): number {
  const { confidenceLayer: layer } = experiment.dynarule;
  return layer === 'auto' ? readConfidenceLayer(run, fix) : layer - 1;
}

export interface KblamResources extends InjectionResources {
  readonly name: KblamName;
  readonly kblam: PoolModel;
  readonly tokenizer: Tokenizer;
  readonly eosId: number;
}

export function kblamMethod(resources: KblamResources): Method {
  const { name, kblam, tokenizer, eosId } = resources;
  return injectingMethod(
    {
      name,
      retrieval: 'once',
      contextLength: kblam.model.config.maxPositions,
      eosId,
      promptIds: (text) => tokenizer.encode(promptText(text)),
      decode: (embeddings, requests, options) => decodeWithPool(kblam, embeddings, requests, options),
      // A model's table may have more rows than its tokenizer has tokens; these have no text.
      text: (ids) => tokenizer.decode(ids.filter((id) => id < tokenizer.vocabSize)),
      rulesGiven: (poolSize) => poolSize,
    },
    resources,
  );
}
