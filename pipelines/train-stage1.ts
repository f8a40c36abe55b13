/** Stage 1: trains the adapters of every layer on 100 rules, then finds the confidence layer. */
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { REPRESENTATIONS } from '../src/ruleworld/types.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { CONFIDENCE_FILE } from '../src/training/dynarule/confidence-file.ts';
import { measureConfidence, type ConfidenceReport } from '../src/training/dynarule/confidence.ts';
import { experimentContents } from '../src/training/dynarule/experiment-contents.ts';
import { fitBatches } from '../src/training/dynarule/fitting-batches.ts';
import { stage1Adapters } from '../src/training/dynarule/first-adapters.ts';
import { openTraining } from '../src/training/dynarule/setup.ts';
import { stage1Task } from '../src/training/dynarule/stage1-task.ts';
import { stage1Validation } from '../src/training/dynarule/stage1-validation.ts';
import { train } from '../src/training/loop.ts';
import { disposeTensors } from '../src/tensors/named.ts';
import { openRun } from '../src/training/run-folder.ts';

export interface TrainOptions {
  /** YAML file of the experiment. */
  readonly config: string;
  readonly overrides?: readonly string[];
  readonly backend?: string;
  /** Discards the run folder instead of continuing. */
  readonly fresh?: boolean;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
}

/** Trains to the end, or until interrupted; returns whether it came to the end. */
export async function run(options: TrainOptions): Promise<boolean> {
  const asked = loadExperiment(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const config = fitBatches('stage1', asked, backend.name);
  const folder = openRun({
    name: config.name,
    stage: 'stage1',
    config,
    identity: stage1Identity(config),
    contents: experimentContents(config),
    seed: config.seed,
    backend: backend.name,
    fresh: options.fresh ?? false,
    ...(options.root === undefined ? {} : { root: options.root }),
  });
  const setup = await openTraining(config);
  const task = stage1Task(config, setup, await stage1Validation(config, setup));
  const outcome = await train(task, folder, stage1Adapters(config, setup));
  if (outcome.finished) {
    const report = await measureConfidence(config, setup, outcome.parameters);
    writeJsonAtomically(join(folder.path, CONFIDENCE_FILE), report);
    process.stdout.write(describeConfidence(report));
  }
  disposeTensors(outcome.parameters);
  disposeWeights(setup.model.weights);
  return outcome.finished;
}

/** What must not change while stage 1 continues. */
function stage1Identity(config: ExperimentConfig): object {
  const { data, model, encoder, questions, dynarule, stage1 } = config;
  return { data, model, encoder, questions, dynarule, stage1 };
}

function describeConfidence(report: ConfidenceReport): string {
  const lines = report.entropies.FOL.map(({ layer }) => {
    const cells = REPRESENTATIONS.map((representation) => {
      const entropy = report.entropies[representation][layer];
      return `${representation} ${entropy?.mean.toFixed(3)} ± ${entropy?.std.toFixed(3)}`;
    });
    return `  layer ${layer + 1} (index ${layer}): ${cells.join('  ')}\n`;
  });
  const { layer, rulesSeen, questions } = report;
  return (
    `attention entropy over ${rulesSeen} rules, ${questions} questions, nats:\n${lines.join('')}` +
    `confidence layer: ${layer + 1} counted from 1 (index ${layer})\n`
  );
}
