/** Pretrains the embedded base: tokenizer, then the decoder on rules-in-context text. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadYaml } from '../src/config/load.ts';
import { loadPretrain, type PretrainConfig } from '../src/config/pretrain.ts';
import type { LmConfig } from '../src/lm/config.ts';
import type { Tokenizer } from '../src/lm/tokenizer.ts';
import { GenerationConfig } from '../src/ruleworld/generate/config.ts';
import { evaluatedRuleKeys } from '../src/ruleworld/generate/evaluated-keys.ts';
import { adamW } from '../src/training/adamw.ts';
import { clipByGlobalNorm } from '../src/training/clip.ts';
import { worldStream, type TrainingWorld } from '../src/training/data/world-stream.ts';
import { train, type TrainingTask } from '../src/training/loop.ts';
import { disposeTensors } from '../src/tensors/named.ts';
import { lossAndGradients } from '../src/training/parameters.ts';
import { pretrainBatches } from '../src/training/pretrain/batches.ts';
import { weightsOf } from '../src/training/pretrain/flat-weights.ts';
import { initialParameters } from '../src/training/pretrain/initial-weights.ts';
import { saveBase } from '../src/training/pretrain/save-base.ts';
import { EOS_TOKEN, PAD_TOKEN, pretrainTokenizer } from '../src/training/pretrain/tokenizer.ts';
import { openRun } from '../src/training/run-folder.ts';
import { cosineWithWarmup } from '../src/training/schedule.ts';
import { sequenceLoss } from '../src/lm/sequence-loss.ts';

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
  const worldOf = pretrainingWorlds(config);
  const tokenizer = pretrainTokenizer(config, worldOf(0));
  const lm = architecture(config, tokenizer);
  const folder = openRun({
    name: config.name,
    stage: 'pretrain',
    config,
    seed: config.seed,
    backend: backend.name,
    fresh: options.fresh ?? false,
  });
  const initial = initialParameters(lm, vocabularyTexts(tokenizer), `${config.seed}|pretrain`);
  const outcome = await train(pretrainingTask(config, lm, tokenizer, worldOf), folder, initial);
  if (outcome.finished) {
    saveBase(config.output, lm, weightsOf(outcome.parameters, lm), tokenizer);
    process.stdout.write(`the base is in ${config.output}\n`);
  }
  disposeTensors(outcome.parameters);
}

/** Every token as text, by id. */
function vocabularyTexts(tokenizer: Tokenizer): string[] {
  return Array.from({ length: tokenizer.vocabSize }, (_, id) => tokenizer.decode([id]));
}

function pretrainingWorlds(config: PretrainConfig): (step: number) => TrainingWorld {
  const forbidden = evaluatedRuleKeys(loadYaml(config.disjointFrom, GenerationConfig));
  return worldStream({
    seed: `${config.seed}|pretrain`,
    rules: config.worldRules,
    refreshEverySteps: config.refreshEverySteps,
    forbidden,
  });
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
    rmsNormEps: 1e-5,
    tiedEmbeddings: true,
    qkvBias: false,
    maxPositions: model.maxPositions,
    bosTokenId: null,
    eosTokenId: tokenizer.tokenId(EOS_TOKEN) ?? null,
  };
}

function pretrainingTask(
  config: PretrainConfig,
  lm: LmConfig,
  tokenizer: Tokenizer,
  worldOf: (step: number) => TrainingWorld,
): TrainingTask {
  const padId = tokenizer.tokenId(PAD_TOKEN) ?? 0;
  const batches = pretrainBatches({ config, tokenizer, eosId: lm.eosTokenId ?? 0, padId, worldOf });
  const { optimizer, steps } = config;
  return {
    label: 'pretrain',
    steps,
    optimizer: adamW({
      schedule: cosineWithWarmup({ ...optimizer, steps }),
      betas: optimizer.betas,
      weightDecay: optimizer.weightDecay,
    }),
    checkpointEverySteps: config.checkpointEverySteps,
    keepCheckpoints: config.keepCheckpoints,
    validateEverySteps: config.validateEverySteps,
    step: (parameters, step) => {
      const batch = batches.batch(step);
      const { loss, gradients } = lossAndGradients(parameters, (values) =>
        sequenceLoss({ config: lm, weights: weightsOf(values, lm) }, batch),
      );
      const clipped = clipByGlobalNorm(gradients, optimizer.clip);
      disposeTensors(gradients);
      return {
        gradients: clipped.gradients,
        loss,
        tokens: batch.tokens,
        metrics: { gradientNorm: clipped.norms[0] ?? 0 },
      };
    },
  };
}
