/** Stage 2: trains retrieval at the confidence layer, the adapters from it on, and `<search>`. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { withFirstChooser } from '../src/training/dynarule/chooser-start.ts';
import { experimentContents } from '../src/training/dynarule/experiment-contents.ts';
import { fitBatches } from '../src/training/dynarule/fitting-batches.ts';
import { openTraining } from '../src/training/dynarule/setup.ts';
import { stage2Task } from '../src/training/dynarule/stage2-task.ts';
import { stage2Validation } from '../src/training/dynarule/stage2-validation.ts';
import { train } from '../src/training/loop.ts';
import { disposeTensors } from '../src/tensors/named.ts';
import { stage2Start } from '../src/training/dynarule/stage2-start.ts';
import { openRun } from '../src/training/run-folder.ts';
import type { TrainOptions } from './train-stage1.ts';

/** Trains to the end, or until interrupted; returns whether it came to the end. */
export async function run(options: TrainOptions): Promise<boolean> {
  const asked = loadExperiment(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const config = fitBatches('stage2', asked, backend.name);
  const contents = experimentContents(config);
  const start = stage2Start(config, contents, options.root);
  const { attention } = start;
  const folder = openRun({
    name: config.name,
    stage: 'stage2',
    config,
    identity: stage2Identity(config),
    contents: { ...contents, ...start.contents },
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
  const adapters = start.adapters(setup);
  // A run that continues takes its adapters from the checkpoint.
  const starts = folder.resumeFrom === null;
  const first = starts ? await withFirstChooser(config, setup, attention.confidenceLayer, adapters) : adapters;
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
