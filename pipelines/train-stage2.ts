/** Stage 2: trains retrieval at the confidence layer, the adapters from it on, and `<search>`. */
import { tf, type Tensor2D } from '../src/backend/tf.ts';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { adapterName, SEARCH_PARAMETER } from '../src/dynarule/adapters.ts';
import type { RuleAttentionConfig } from '../src/dynarule/rule-attention.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { stage2Adapters } from '../src/training/dynarule/first-adapters.ts';
import { openTraining, type TrainingSetup } from '../src/training/dynarule/setup.ts';
import { ridgeInit } from '../src/training/dynarule/ridge-init.ts';
import { stage2Groups, stage2Task } from '../src/training/dynarule/stage2-task.ts';
import { stage2Validation } from '../src/training/dynarule/stage2-validation.ts';
import { train } from '../src/training/loop.ts';
import { disposeTensors, tensorNamed, type TensorRecord } from '../src/tensors/named.ts';
import { readConfidenceLayer } from '../src/training/dynarule/confidence-file.ts';
import { stage1Run } from '../src/training/dynarule/stage1-run.ts';
import { openRun } from '../src/training/run-folder.ts';
import type { TrainOptions } from './train-stage1.ts';

/** Trains to the end, or until interrupted; returns whether it came to the end. */
export async function run(options: TrainOptions): Promise<boolean> {
  const config = loadExperiment(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const stage1 = stage1Run(config, options.root);
  const attention = ruleAttention(config, stage1.path);
  const folder = openRun({
    name: config.name,
    stage: 'stage2',
    config,
    identity: stage2Identity(config),
    seed: config.seed,
    backend: backend.name,
    fresh: options.fresh ?? false,
    ...(options.root === undefined ? {} : { root: options.root }),
  });
  const setup = await openTraining(config);
  const { retrieval, stepQuery } = config.dynarule;
  const extra = { attention, retrieval, stepQuery, encoder: setup.encoder.fingerprint };
  const validation = await stage2Validation({ config, model: setup.model, attention }, setup);
  const task = stage2Task(config, setup, attention, extra, validation);
  const adapters = stage2Adapters(config, setup, attention, stage1.checkpoint);
  // A run that continues takes its adapters from the checkpoint.
  const wantsRidge = config.dynarule.confidenceInit === 'ridge' && folder.resumeFrom === null;
  const first = wantsRidge ? await withRidge(config, setup, attention.confidenceLayer, adapters) : adapters;
  const outcome = await train(task, folder, first);
  disposeTensors(outcome.parameters);
  disposeWeights(setup.model.weights);
  if (outcome.finished) process.stdout.write(`the adapters are in ${folder.checkpoints}\n`);
  return outcome.finished;
}

/** What must not change while stage 2 continues. */
function stage2Identity(config: ExperimentConfig): object {
  const { data, model, encoder, questions, dynarule, stage1, stage2 } = config;
  return { data, model, encoder, questions, dynarule, stage1, stage2 };
}

function ruleAttention(config: ExperimentConfig, stage1: string): RuleAttentionConfig {
  const { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer } = config.dynarule;
  const fix = 'run stage 1 to its end (make train-stage1), or set dynarule.confidenceLayer';
  const layer = confidenceLayer === 'auto' ? readConfidenceLayer(stage1, fix) : confidenceLayer - 1;
  return { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer: layer };
}

/** Replaces the confidence layer's query and key adapters by the ridge regression's. */
async function withRidge(
  config: ExperimentConfig,
  setup: TrainingSetup,
  layer: number,
  adapters: TensorRecord,
): Promise<TensorRecord> {
  const search = tensorNamed(adapters, SEARCH_PARAMETER) as Tensor2D;
  const { query, key, recallAt1, loss } = await ridgeInit(config, setup, stage2Groups(config, setup), layer, search);
  process.stderr.write(`ridge initialisation of the confidence layer: recall@1 ${recallAt1.toFixed(3)}, ${loss.toFixed(2)} nats\n`);
  tf.dispose([tensorNamed(adapters, adapterName(layer, 'query')), tensorNamed(adapters, adapterName(layer, 'key'))]);
  return { ...adapters, [adapterName(layer, 'query')]: query, [adapterName(layer, 'key')]: key };
}
