/** Examples as a packed batch, with their steps laid out side by side. */
import { packBatch, type PackedBatch } from '../lm/pack.ts';
import type { DynaRuleExample, StepQuery } from './example.ts';

/** What a batch needs of an example. */
export type StepExample = Omit<DynaRuleExample, 'question'>;

/** One step of one example of the batch. */
export interface BatchStep {
  readonly row: number;
  /** From 0 within its example. */
  readonly step: number;
  readonly query: StepQuery;
  /** Rule ids. */
  readonly gold: readonly number[];
}

export interface StepBatch extends PackedBatch {
  /** Gold rule ids of each example, by step. */
  readonly gold: readonly (readonly (readonly number[])[])[];
  /** The steps of all examples that have a query: N of them, in order of rows; none in stage 1. */
  readonly steps: readonly BatchStep[];
  /** Most steps of an example. */
  readonly maxSteps: number;
  /** Row-major [B, S]: the step whose rules a token sees, −1 for none and for padding. */
  readonly stepOf: Int32Array;
}

export function stepBatch(examples: readonly StepExample[], padId: number): StepBatch {
  const packed = packBatch(examples, padId);
  const stepOf = new Int32Array(packed.ids.length).fill(-1);
  examples.forEach((example, row) => stepOf.set(example.stepOf, row * packed.length));
  const steps = examples.flatMap((example, row) =>
    example.queries.map((query, step): BatchStep => ({ row, step, query, gold: example.gold[step] ?? [] })),
  );
  const maxSteps = Math.max(...examples.map((example) => example.gold.length));
  return { ...packed, gold: examples.map((example) => example.gold), steps, maxSteps, stepOf };
}
