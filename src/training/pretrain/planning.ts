/**
 * An auxiliary loss of pretraining that makes the base plan: at the mark that opens a
 * step, a middle layer must foretell the words of the step's premise and, apart, of
 * what follows from it. A next-token loss asks for no more than the first word there,
 * and a retrieval query that is read from such a state finds nothing (docs/log.md).
 * Akin to multi-token prediction (Gloeckle et al. 2024), for bags of tokens at one
 * kind of position.
 *
 *   L = Σ over both parts of  mean over steps of  KL( uniform on W ‖ softmax( x · W_part · Eᵀ ) )
 */
import { tf, type Scalar, type Tensor, type Tensor2D, type Tensor3D } from '../../backend/tf.ts';
import type { PackedBatch } from '../../lm/pack.ts';
import { flatRows, pickRows } from '../../lm/rows.ts';

/** The parts of a step, either of which has a head W_part of its own. */
export const STEP_PARTS = ['premise', 'conclusion'] as const;
export type StepPart = (typeof STEP_PARTS)[number];

/** Name of a head, [D, D], among the parameters; heads are not part of the base that is saved. */
export function planningParameter(part: StepPart): string {
  return `planning.${part}`;
}

/** Token sequences that open and divide a step, and ids that close it. */
export interface StepMarks {
  /** `[Step]`, and what stands before it in the place of `<search>`. */
  readonly openings: readonly (readonly number[])[];
  /** What may stand between premise and conclusion. */
  readonly dividers: readonly (readonly number[])[];
  /** Ids from which on nothing can be foretold: the value's colon, the box, the end of the text. */
  readonly endIds: readonly number[];
}

/** The distinct tokens of a step's parts; neither is empty. */
export type StepWords = Readonly<Record<StepPart, readonly number[]>>;

export interface PlanningTargets {
  /** Flat positions b·S + s of the last tokens of the marks. */
  readonly positions: Int32Array;
  readonly words: readonly StepWords[];
}

/** What each mark of a batch has to foretell; a mark right before another foretells the same. */
export function planningTargets(batch: PackedBatch, marks: StepMarks): PlanningTargets {
  const positions: number[] = [];
  const words: StepWords[] = [];
  for (let row = 0; row < batch.rows; row += 1) {
    const ids = batch.ids.subarray(row * batch.length, (row + 1) * batch.length);
    for (let at = 0; at < ids.length; at += 1) {
      const behind = at + lengthAt(ids, at, marks.openings);
      const step = behind === at ? null : wordsOfStep(ids.subarray(behind), marks);
      if (step === null) continue;
      positions.push(row * batch.length + behind - 1);
      words.push(step);
    }
  }
  return { positions: Int32Array.from(positions), words };
}

/** @param ids behind a mark; null where no whole premise and conclusion follow */
function wordsOfStep(ids: Int32Array, marks: StepMarks): StepWords | null {
  let start = 0;
  for (let opening = lengthAt(ids, 0, marks.openings); opening > 0; opening = lengthAt(ids, start, marks.openings)) start += opening;
  const step = ids.subarray(start);
  const end = step.findIndex((id, at) => marks.endIds.includes(id) || lengthAt(step, at, marks.openings) > 0);
  const divider = step.findIndex((_, at) => lengthAt(step, at, marks.dividers) > 0);
  if (divider < 1) return null;
  const conclusion = divider + lengthAt(step, divider, marks.dividers);
  if (end <= conclusion) return null;
  return { premise: [...new Set(step.subarray(0, divider))], conclusion: [...new Set(step.subarray(conclusion, end))] };
}

/** Length of the sequence that stands at a place; 0 where none does. */
function lengthAt(ids: Int32Array, at: number, sequences: readonly (readonly number[])[]): number {
  return sequences.find((sequence) => sequence.every((id, offset) => ids[at + offset] === id))?.length ?? 0;
}

/**
 * @param x normalised input of the planning layer, [B, S, D]
 * @param targets at least one mark
 * @param headOf W_part, [D, D]
 * @param embedding E, [V, D]
 * @returns in nats; 0 where every word of a part is foretold with 1/|W|
 */
export function planningLoss(
  x: Tensor3D,
  targets: PlanningTargets,
  headOf: (part: StepPart) => Tensor2D,
  embedding: Tensor2D,
): Scalar {
  const states = pickRows(flatRows(x), targets.positions);
  const losses = STEP_PARTS.map((part): Tensor => {
    const words = targets.words.map((step) => step[part]);
    const logits = tf.matMul(tf.matMul(states, headOf(part)), embedding, false, true);
    const crossEntropy = tf.div(tf.sum(tf.mul(tf.logSoftmax(logits), shares(words, embedding.shape[0]))), -words.length);
    return tf.sub(crossEntropy, entropy(words));
  });
  return losses.reduce((a, b) => tf.add(a, b)) as Scalar;
}

/** 1/|W| at the words of each step, [N, V]. */
function shares(words: readonly (readonly number[])[], vocabulary: number): Tensor2D {
  const share = new Float32Array(words.length * vocabulary);
  words.forEach((step, row) => {
    for (const word of step) share[row * vocabulary + word] = 1 / step.length;
  });
  return tf.tensor2d(share, [words.length, vocabulary]);
}

/** Mean entropy log |W| of the shares. */
function entropy(words: readonly (readonly number[])[]): number {
  return words.reduce((sum, step) => sum + Math.log(step.length), 0) / words.length;
}
