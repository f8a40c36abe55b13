/**
 * Batches that fit the wasm backend, whose memory ends at 4 GB whatever the machine has:
 * a large one is taken in parts, all of which make one step.
 */
import type { BackendName } from '../../backend/init.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';

/** Stage 2 of the tiny model takes about 3 GB with so many questions side by side. */
const QUESTIONS_AT_A_TIME = 8;

type Stage = 'stage1' | 'stage2';

/** The experiment for the training of that stage on that backend; says on standard error where its batches are not those of the YAML file. */
export function fitBatches(stage: Stage, asked: ExperimentConfig, backend: BackendName): ExperimentConfig {
  const fitting = fittingBatches(asked, backend);
  process.stderr.write(describeFitting(stage, asked, fitting));
  return fitting;
}

/** The experiment as that backend trains it. Other backends, and batches that are small enough, change nothing. */
export function fittingBatches(config: ExperimentConfig, backend: BackendName): ExperimentConfig {
  if (backend !== 'wasm') return config;
  return { ...config, stage1: inParts(config.stage1), stage2: inParts(config.stage2) };
}

function inParts<Section extends ExperimentConfig[Stage]>(section: Section): Section {
  const parts = fewestParts(section.batchSize);
  const optimizer = { ...section.optimizer, accumulate: section.optimizer.accumulate * parts };
  return { ...section, batchSize: section.batchSize / parts, optimizer };
}

/** Equal ones: gradients of parts are averaged with equal weights. */
function fewestParts(batchSize: number): number {
  let parts = 1;
  while (batchSize % parts !== 0 || batchSize / parts > QUESTIONS_AT_A_TIME) parts += 1;
  return parts;
}

/** One line for the user where the batches are not those of the YAML file; else nothing. */
export function describeFitting(stage: Stage, asked: ExperimentConfig, fitting: ExperimentConfig): string {
  const { batchSize } = fitting[stage];
  if (batchSize === asked[stage].batchSize) return '';
  const parts = asked[stage].batchSize / batchSize;
  return `the wasm backend has at most 4 GB: batches of ${asked[stage].batchSize} questions are taken as ${parts} of ${batchSize}\n`;
}
