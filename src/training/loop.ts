/**
 * The training loop that every stage shares: steps, schedule of validation and
 * checkpoints, resuming, stopping cleanly.
 */
import { tf } from '../backend/tf.ts';
import { readCheckpoint, writeCheckpoint } from '../tensors/checkpoint.ts';
import { listenForInterrupt } from './interrupt.ts';
import { openMetrics } from './metrics-log.ts';
import { applyUpdate, disposeState, exportState, importState, type Optimizer, type Trained } from './optimizer.ts';
import { exportTensors, importTensors, type TensorRecord } from '../tensors/named.ts';
import { startProgress } from './progress.ts';
import type { RunFolder } from './run-folder.ts';

/** What one step of a stage computes. */
export interface StepResult {
  /** Clipped gradients of all parameters. */
  readonly gradients: TensorRecord;
  readonly loss: number;
  /** Tokens that the step took in, without padding. */
  readonly tokens: number;
  /** Further values for the log. */
  readonly metrics: Readonly<Record<string, number>>;
}

export interface TrainingTask {
  readonly label: string;
  readonly steps: number;
  readonly optimizer: Optimizer;
  readonly checkpointEverySteps: number;
  readonly keepCheckpoints: number;
  readonly validateEverySteps: number;
  /** Must depend on the parameters and the step's number alone: a resumed run repeats it. Steps count from 1. */
  step(parameters: TensorRecord, step: number): StepResult | Promise<StepResult>;
  validate?(parameters: TensorRecord): Promise<Readonly<Record<string, number>>>;
  /** Frees what the task keeps from step to step. */
  dispose?(): void;
  /** What else a checkpoint should hold. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface TrainingOutcome {
  /** The caller disposes of them. */
  readonly parameters: TensorRecord;
  /** False where the run was asked to stop before its end. */
  readonly finished: boolean;
}

/**
 * Trains from the folder's newest checkpoint, or from `initial`, which it takes over.
 * Stops after the current step when interrupted, with a checkpoint written.
 */
export async function train(task: TrainingTask, run: RunFolder, initial: TensorRecord): Promise<TrainingOutcome> {
  let trained = startingPoint(task, run, initial);
  const first = trained.state.step;
  const metrics = openMetrics(run.path, first);
  const progress = startProgress({ label: task.label, total: task.steps, done: first });
  const interrupt = listenForInterrupt('a checkpoint is written and the same command continues');
  let step = first;
  let saved = first;
  try {
    while (step < task.steps && !(await interrupt.check())) {
      step += 1;
      const result = await task.step(trained.parameters, step);
      trained = applyUpdate(task.optimizer, result.gradients, trained);
      metrics.write(step, { loss: result.loss, tokens: result.tokens, ...result.metrics });
      progress.update(step, { loss: result.loss, tokens: result.tokens });
      const last = step === task.steps;
      if (task.validate !== undefined && (step % task.validateEverySteps === 0 || last)) {
        metrics.write(step, await task.validate(trained.parameters));
      }
      if (step % task.checkpointEverySteps === 0 || last || interrupt.requested) {
        saved = save(task, run, trained);
      }
    }
    if (saved !== step) save(task, run, trained);
  } finally {
    // A bar that is still drawn keeps a command alive that has failed.
    progress.stop();
    interrupt.dispose();
    metrics.close();
    task.dispose?.();
  }
  disposeState(trained.state);
  return { parameters: trained.parameters, finished: step >= task.steps };
}

function startingPoint(task: TrainingTask, run: RunFolder, initial: TensorRecord): Trained {
  if (run.resumeFrom === null) return { parameters: initial, state: task.optimizer.init(initial) };
  const checkpoint = readCheckpoint(run.resumeFrom);
  const parameters = importTensors(checkpoint.adapters, initial);
  tf.dispose(Object.values(initial));
  return { parameters, state: importState(task.optimizer, parameters, checkpoint.optimizer, checkpoint.step) };
}

function save(task: TrainingTask, run: RunFolder, trained: Trained): number {
  const { step } = trained.state;
  const checkpoint = {
    step,
    adapters: exportTensors(trained.parameters),
    optimizer: exportState(trained.state),
    extra: task.extra ?? {},
  };
  writeCheckpoint(run.checkpoints, checkpoint, task.keepCheckpoints);
  return step;
}
