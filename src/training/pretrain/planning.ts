/**
 * An auxiliary loss of pretraining that makes the base plan: at the mark that opens a
 * step, a middle layer must foretell the words of the whole step. A next-token loss
 * asks for no more than the first of them there, and a retrieval query that is read
 * from such a state finds nothing (docs/log.md). Akin to multi-token prediction
 * (Gloeckle et al. 2024), for a bag of tokens at one kind of position.
 *
 *   L = − mean over steps of ( 1/|W| · Σ_{w ∈ W} log softmax( x · W_plan · Eᵀ )_w )
 */
import { tf, type Scalar, type Tensor2D, type Tensor3D } from '../../backend/tf.ts';
import type { PackedBatch } from '../../lm/pack.ts';
import { pickRows } from '../../lm/rows.ts';

/** Name of W_plan, [D, D], among the parameters; it is not part of the base that is saved. */
export const PLANNING_PARAMETER = 'planning';

/** Ids that open and close a step. */
export interface StepMarks {
  readonly stepId: number;
  /** Ids behind which no word belongs to the step: the next mark, the box, the end of the text. */
  readonly endIds: readonly number[];
}

export interface PlanningTargets {
  /** Flat positions b·S + s of the marks. */
  readonly positions: Int32Array;
  /** The distinct tokens of each step. */
  readonly words: readonly (readonly number[])[];
}

/** What each mark of a batch has to foretell. */
export function planningTargets(batch: PackedBatch, marks: StepMarks): PlanningTargets {
  const positions: number[] = [];
  const words: number[][] = [];
  batch.ids.forEach((id, position) => {
    if (id !== marks.stepId) return;
    const rowEnd = (Math.floor(position / batch.length) + 1) * batch.length;
    const step = new Set<number>();
    for (let next = position + 1; next < rowEnd; next += 1) {
      const word = batch.ids[next] as number;
      if (word === marks.stepId || marks.endIds.includes(word)) break;
      step.add(word);
    }
    if (step.size === 0) return;
    positions.push(position);
    words.push([...step]);
  });
  return { positions: Int32Array.from(positions), words };
}

/**
 * @param x normalised input of the planning layer, [B, S, D]
 * @param head W_plan, [D, D]
 * @param embedding E, [V, D]
 * @param targets at least one mark
 * @returns mean over the marks, in nats
 */
export function planningLoss(x: Tensor3D, targets: PlanningTargets, head: Tensor2D, embedding: Tensor2D): Scalar {
  const [batch, length, width] = x.shape;
  const states = pickRows(tf.reshape(x, [batch * length, width]) as Tensor2D, targets.positions);
  const logits = tf.matMul(tf.matMul(states, head), embedding, false, true);
  const share = shares(targets.words, embedding.shape[0]);
  return tf.neg(tf.div(tf.sum(tf.mul(tf.logSoftmax(logits), share)), targets.words.length)) as Scalar;
}

/** 1/|W| at the words of each step, [N, V]. */
function shares(words: readonly (readonly number[])[], vocabulary: number): Tensor2D {
  const share = new Float32Array(words.length * vocabulary);
  words.forEach((step, row) => {
    for (const word of step) share[row * vocabulary + word] = 1 / step.length;
  });
  return tf.tensor2d(share, [words.length, vocabulary]);
}
