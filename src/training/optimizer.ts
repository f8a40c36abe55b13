/**
 * What an optimizer is: a pair of pure functions over tensors keyed by name.
 * Gradients, moments and parameters are matched by name, never by position.
 */
import {
  disposeTensors,
  exportTensors,
  importTensors,
  mapTensors,
  tensorNamed,
  type NamedArray,
  type NamedArrays,
  type TensorRecord,
} from '../tensors/named.ts';

export interface OptimizerState {
  /** Updates done so far. */
  readonly step: number;
  /** Running means, by the name of the moment and then of the parameter. */
  readonly moments: Readonly<Record<string, TensorRecord>>;
}

/** Parameters and the optimizer's memory of them; they move together. */
export interface Trained {
  readonly parameters: TensorRecord;
  readonly state: OptimizerState;
}

export interface Optimizer {
  init(parameters: TensorRecord): OptimizerState;
  /** New tensors throughout; the arguments stay as they are. Throws where the names differ. */
  update(gradients: TensorRecord, trained: Trained): Trained;
}

/** One update that takes over its arguments: the old parameters, moments and the gradients are disposed. */
export function applyUpdate(optimizer: Optimizer, gradients: TensorRecord, trained: Trained): Trained {
  const next = optimizer.update(gradients, trained);
  disposeTensors(gradients);
  disposeTensors(trained.parameters);
  disposeState(trained.state);
  return next;
}

/** Sums by name, as new tensors. */
export function addGradients(left: TensorRecord, right: TensorRecord): TensorRecord {
  requireSameNames(right, left);
  return mapTensors(left, (tensor, name) => tensor.add(tensorNamed(right, name)));
}

/** Throws unless both records have the same names: a missing gradient is a cut in the graph. */
export function requireSameNames(gradients: TensorRecord, parameters: TensorRecord): void {
  const missing = Object.keys(parameters).filter((name) => !Object.hasOwn(gradients, name));
  const extra = Object.keys(gradients).filter((name) => !Object.hasOwn(parameters, name));
  if (missing.length === 0 && extra.length === 0) return;
  throw new Error(
    `gradients and parameters must have the same names; without gradient: ${missing.join(', ') || 'none'}; ` +
      `without parameter: ${extra.join(', ') || 'none'}`,
  );
}

export function disposeState(state: OptimizerState): void {
  for (const record of Object.values(state.moments)) disposeTensors(record);
}

/** The moments, named `<moment>.<parameter>`; the step goes into the checkpoint's JSON. */
export function exportState(state: OptimizerState): Map<string, NamedArray> {
  const parts = Object.entries(state.moments).map(([moment, record]) => exportTensors(record, `${moment}.`));
  return new Map(parts.flatMap((part) => [...part]));
}

/** The state that `exportState` wrote after `step` updates of these parameters. */
export function importState(
  optimizer: Optimizer,
  parameters: TensorRecord,
  arrays: NamedArrays,
  step: number,
): OptimizerState {
  const blank = optimizer.init(parameters);
  const moments = Object.entries(blank.moments).map(([moment, record]): [string, TensorRecord] => [
    moment,
    importTensors(arrays, record, `${moment}.`),
  ]);
  disposeState(blank);
  return { step, moments: Object.fromEntries(moments) };
}
