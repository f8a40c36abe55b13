/** What is pretrained: a new model with all its weights, or low-rank adapters of a model that is there. */
import { tf } from '../../backend/tf.ts';
import type { PretrainConfig } from '../../config/pretrain.ts';
import type { LoraConfig } from '../../config/lora.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import { loadLm } from '../../lm/load.ts';
import { writeLora } from '../../lm/lora-folder.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { disposeWeights } from '../../lm/weights.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import type { TrainingWorld } from '../data/world-stream.ts';
import { firstLora, withLora } from '../lora/first-lora.ts';
import { weightsOf } from './flat-weights.ts';
import { initialParameters } from './initial-weights.ts';
import { planningParameter, STEP_PARTS } from './planning.ts';
import { saveBase } from './save-base.ts';
import { EOS_TOKEN, PAD_TOKEN, pretrainTokenizer } from './tokenizer.ts';

/** The model with these values of what is trained. */
export type ModelOf = (values: TensorRecord) => LanguageModel;

export interface Learner {
  readonly config: LmConfig;
  readonly tokenizer: Tokenizer;
  readonly eosId: number;
  readonly padId: number;
  /** What is trained, before the first step; the caller disposes of it. */
  initial(): TensorRecord;
  readonly modelOf: ModelOf;
  /** Writes what was learnt to a folder. */
  save(folder: string, values: TensorRecord): void;
  /** Frees what is not trained. */
  dispose(): void;
}

/**
 * @param world the text that a new tokenizer is trained on
 * @throws UserError where a base cannot be read
 */
export async function openLearner(config: PretrainConfig, world: TrainingWorld): Promise<Learner> {
  const learner = config.base === null ? newModel(config, world) : await adaptedModel(config, config.base.model, config.base.lora);
  return { ...learner, initial: () => ({ ...learner.initial(), ...planningHeads(config, learner.config.hiddenSize) }) };
}

/** The heads of the planning loss begin as the identity: words are foretold by states that are like them. */
function planningHeads(config: PretrainConfig, width: number): TensorRecord {
  if (config.planning.weight === 0) return {};
  return Object.fromEntries(STEP_PARTS.map((part) => [planningParameter(part), tf.eye(width)]));
}

function newModel(config: PretrainConfig, world: TrainingWorld): Learner {
  const tokenizer = pretrainTokenizer(config, world);
  const lm = architecture(config, tokenizer);
  const modelOf: ModelOf = (values) => ({ config: lm, weights: weightsOf(values, lm) });
  return {
    config: lm,
    tokenizer,
    eosId: lm.eosTokenId ?? 0,
    padId: tokenizer.tokenId(PAD_TOKEN) ?? 0,
    initial: () => initialParameters(lm, vocabularyTexts(tokenizer), `${config.seed}|pretrain`),
    modelOf,
    save: (folder, values) => saveBase(folder, lm, modelOf(values).weights, tokenizer),
    dispose: () => undefined,
  };
}

async function adaptedModel({ seed }: PretrainConfig, path: string, lora: LoraConfig): Promise<Learner> {
  const { config, weights, tokenizer } = await loadLm(path);
  const modelOf = (values: TensorRecord): ReturnType<typeof withLora> => withLora({ config, weights }, lora, values);
  const eosId = config.eosTokenId ?? 0;
  return {
    config,
    tokenizer,
    eosId,
    padId: eosId,
    initial: () => firstLora(config, lora, `${seed}|pretrain`),
    modelOf,
    save: (folder, values) => writeLora(folder, { lora, layers: modelOf(values).lora }, path),
    dispose: () => disposeWeights(weights),
  };
}

/** Every token as text, by id. */
function vocabularyTexts(tokenizer: Tokenizer): string[] {
  return Array.from({ length: tokenizer.vocabSize }, (_, id) => tokenizer.decode([id]));
}

function architecture({ model }: PretrainConfig, tokenizer: Tokenizer): LmConfig {
  return {
    architecture: 'llama',
    vocabSize: tokenizer.vocabSize,
    hiddenSize: model.hiddenSize,
    layers: model.layers,
    heads: model.heads,
    kvHeads: model.kvHeads,
    headDim: model.hiddenSize / model.heads,
    feedForwardSize: model.feedForwardSize,
    ropeTheta: model.ropeTheta,
    ropeScaling: null,
    rmsNormEps: 1e-5,
    tiedEmbeddings: true,
    qkvBias: false,
    maxPositions: model.maxPositions,
    bosTokenId: null,
    eosTokenId: tokenizer.tokenId(EOS_TOKEN) ?? null,
  };
}
