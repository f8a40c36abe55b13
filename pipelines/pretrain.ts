/** Pretrains a base on rules-in-context text: the embedded one from nothing, tokenizer included, or adapters of another. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadYaml } from '../src/config/load.ts';
import { loadPretrain, type PretrainConfig } from '../src/config/pretrain.ts';
import { GenerationConfig } from '../src/ruleworld/generate/config.ts';
import { evaluatedRuleKeys } from '../src/ruleworld/generate/evaluated-keys.ts';
import { fingerprint } from '../src/files/fingerprint.ts';
import { disposeTensors } from '../src/tensors/named.ts';
import { modelContents, type Contents } from '../src/training/contents.ts';
import { worldStream, type TrainingWorld } from '../src/training/data/world-stream.ts';
import { train } from '../src/training/loop.ts';
import { openLearner } from '../src/training/pretrain/learner.ts';
import { pretrainingTask } from '../src/training/pretrain/task.ts';
import { stepMarks } from '../src/training/pretrain/tokenizer.ts';
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

/** @throws UserError for a bad configuration, and for a base that cannot be read */
export async function run(options: PretrainOptions): Promise<void> {
  const config = loadPretrain(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const worlds = pretrainingWorlds(config);
  const learner = await openLearner(config, worlds.training(0));
  const { tokenizer, eosId, padId, modelOf } = learner;
  const text = { config, tokenizer, eosId, padId };
  const validate = config.validationQuestions === 0 ? null : pretrainValidation(text, modelOf, worlds.validation());
  const folder = openRun({
    name: config.name,
    stage: 'pretrain',
    config,
    contents: pretrainingContents(config),
    seed: config.seed,
    backend: backend.name,
    fresh: options.fresh ?? false,
  });
  const marks = stepMarks(tokenizer, eosId, config.searchMark);
  const outcome = await train(pretrainingTask({ ...text, marks, worldOf: worlds.training }, modelOf, validate), folder, learner.initial());
  if (outcome.finished) {
    learner.save(config.output, outcome.parameters);
    process.stdout.write(`${config.base === null ? 'the base is' : 'the adapters are'} in ${config.output}\n`);
  }
  disposeTensors(outcome.parameters);
  learner.dispose();
}

/** What the paths of the configuration lead to. */
function pretrainingContents({ base, disjointFrom }: PretrainConfig): Contents {
  return { ...(base === null ? {} : modelContents('base.model', base.model)), disjointFrom: fingerprint(loadYaml(disjointFrom, GenerationConfig)) };
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
