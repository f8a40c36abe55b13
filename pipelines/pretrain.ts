/** Pretrains the embedded base: tokenizer, then the decoder on rules-in-context text. */
import { tf } from '../src/backend/tf.ts';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadYaml } from '../src/config/load.ts';
import { loadPretrain, type PretrainConfig } from '../src/config/pretrain.ts';
import type { LmConfig } from '../src/lm/config.ts';
import type { Tokenizer } from '../src/lm/tokenizer.ts';
import { GenerationConfig } from '../src/ruleworld/generate/config.ts';
import { evaluatedRuleKeys } from '../src/ruleworld/generate/evaluated-keys.ts';
import { worldStream, type TrainingWorld } from '../src/training/data/world-stream.ts';
import { train } from '../src/training/loop.ts';
import { disposeTensors, type TensorRecord } from '../src/tensors/named.ts';
import { weightsOf } from '../src/training/pretrain/flat-weights.ts';
import { initialParameters } from '../src/training/pretrain/initial-weights.ts';
import { planningParameter, STEP_PARTS } from '../src/training/pretrain/planning.ts';
import { saveBase } from '../src/training/pretrain/save-base.ts';
import { pretrainingTask } from '../src/training/pretrain/task.ts';
import { EOS_TOKEN, PAD_TOKEN, pretrainTokenizer, stepMarks } from '../src/training/pretrain/tokenizer.ts';
import { pretrainValidation } from '../src/training/pretrain/validation.ts';
import { openRun } from '../src/training/run-folder.ts';

export interface PretrainOptions {
  /** The YAML file. */
  readonly config: string;
  readonly overrides: readonly string[];
  readonly backend?: string;
  /** Starts anew where a run of this name is there. */
  readonly fresh?: boolean;
}

export async function run(options: PretrainOptions): Promise<void> {
  const config = loadPretrain(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const worlds = pretrainingWorlds(config);
  const tokenizer = pretrainTokenizer(config, worlds.training(0));
  const lm = architecture(config, tokenizer);
  const text = { config, tokenizer, eosId: lm.eosTokenId ?? 0, padId: tokenizer.tokenId(PAD_TOKEN) ?? 0 };
  const validate = config.validationQuestions === 0 ? null : pretrainValidation(text, lm, worlds.validation());
  const folder = openRun({
    name: config.name,
    stage: 'pretrain',
    config,
    seed: config.seed,
    backend: backend.name,
    fresh: options.fresh ?? false,
  });
  const initial = { ...initialParameters(lm, vocabularyTexts(tokenizer), `${config.seed}|pretrain`), ...planningHeads(config) };
  const marks = stepMarks(tokenizer, text.eosId);
  const outcome = await train(pretrainingTask({ ...text, marks, worldOf: worlds.training }, lm, validate), folder, initial);
  if (outcome.finished) {
    saveBase(config.output, lm, weightsOf(outcome.parameters, lm), tokenizer);
    process.stdout.write(`the base is in ${config.output}\n`);
  }
  disposeTensors(outcome.parameters);
}

/** The heads of the planning loss begin as the identity: words are foretold by states that are like them. */
function planningHeads(config: PretrainConfig): TensorRecord {
  if (config.planning.weight === 0) return {};
  return Object.fromEntries(STEP_PARTS.map((part) => [planningParameter(part), tf.eye(config.model.hiddenSize)]));
}

/** Every token as text, by id. */
function vocabularyTexts(tokenizer: Tokenizer): string[] {
  return Array.from({ length: tokenizer.vocabSize }, (_, id) => tokenizer.decode([id]));
}

interface PretrainingWorlds {
  /** The world of a step, counted from 0. */
  training(step: number): TrainingWorld;
  /** A world that no step sees. */
  validation(): TrainingWorld;
}

function pretrainingWorlds(config: PretrainConfig): PretrainingWorlds {
  const forbidden = evaluatedRuleKeys(loadYaml(config.disjointFrom, GenerationConfig));
  const stream = { rules: config.worldRules, refreshEverySteps: config.refreshEverySteps, forbidden };
  return {
    training: worldStream({ ...stream, seed: `${config.seed}|pretrain` }),
    validation: () => worldStream({ ...stream, seed: `${config.seed}|pretrain validation` })(0),
  };
}

function architecture(config: PretrainConfig, tokenizer: Tokenizer): LmConfig {
  const { model } = config;
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
