/**
 * Retrieval while decoding (Eq. 3–4): query states of the rows that search, their
 * relevance to the rules of each row's pool, and the K best with their prior.
 * What is chosen is what training chooses, less the gold rules.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { DecodeInput } from '../lm/generate.ts';
import { MASKED } from '../lm/masks.ts';
import { gatherRows } from '../tensors/rows.ts';
import type { ChoosingAdapters } from './adapters.ts';
import { keepDim, topRows } from './candidates.ts';
import { relevance } from './relevance.ts';
import { tokenSums } from './context-means.ts';
import type { StepQueryKind } from '../config/dynarule.ts';
import type { RuleAttentionConfig } from './rule-attention.ts';

/** A retrieved rule: its row in the embedding matrix, and its relevance. */
export interface Retrieved {
  readonly row: number;
  readonly score: number;
}

/** Relevance of the rules that one row of the batch may retrieve. */
export interface PoolScores {
  /** Rows of the embedding matrix. */
  readonly pool: Int32Array;
  /** a of each of them. */
  readonly scores: Float32Array;
}

/** The rules that n rows attend to from now on. */
export interface RuleChoice {
  /** [n, K, P] */
  readonly embeddings: Tensor3D;
  /** β + λ · (a − max a), masked in slots beyond a pool smaller than K; [n, 1, K] */
  readonly prior: Tensor3D;
}

/**
 * Query states of the rows that search, [n, A]: q̃ at the last token, or its mean
 * over the prompt. The answer, which `sequence` has in its mean in training, is not
 * there yet.
 *
 * @param query q̃ of all tokens, [B, S, A]
 * @param rows positions of these rows in the batch
 */
export function searchStates(
  query: Tensor3D,
  input: DecodeInput,
  rows: readonly number[],
  stepQuery: StepQueryKind,
): Tensor2D {
  const meanOfPrompt = input.length > 1 && (stepQuery === 'mean' || stepQuery === 'sequence');
  return gatherRows(meanOfPrompt ? promptMeans(query, input) : lastStates(query, input), rows);
}

/** [B, S, A] → [B, A]; padding does not count. */
function promptMeans(query: Tensor3D, input: DecodeInput): Tensor2D {
  const counts = input.padding.map((pad) => input.length - pad);
  return tf.div(tokenSums(query, input), tf.tensor2d(counts, [input.rows, 1])) as Tensor2D;
}

/** [B, S, A] → [B, A] */
function lastStates(query: Tensor3D, { rows, length }: DecodeInput): Tensor2D {
  const width = query.shape[2];
  return tf.reshape(tf.slice3d(query, [0, length - 1, 0], [rows, 1, width]), [rows, width]) as Tensor2D;
}

/**
 * Relevance of each row's own pool to its query state.
 *
 * @param states [n, A]
 * @param embeddings [M, P]
 * @param pools rows of `embeddings`, one pool a state
 */
export function scorePools(
  adapters: ChoosingAdapters,
  states: Tensor2D,
  embeddings: Tensor2D,
  pools: readonly Int32Array[],
  { keyNorm }: Pick<RuleAttentionConfig, 'keyNorm'>,
): PoolScores[] {
  const size = embeddings.shape[0];
  const all = relevance(adapters, states, embeddings, keyNorm).dataSync() as Float32Array;
  return pools.map((pool, index) => ({ pool, scores: Float32Array.from(pool, (row) => all[index * size + row] as number) }));
}

/** The best `count` rules of a pool, best first. */
export function rankPool({ pool, scores }: PoolScores, count: number): Retrieved[] {
  return topRows(scores, count).map((at) => ({ row: pool[at] as number, score: scores[at] as number }));
}

/** The K best rules of each row's pool. */
export function chooseRules(scored: readonly PoolScores[], embeddings: Tensor2D, attention: RuleAttentionConfig): RuleChoice {
  const { topK, priorWeight, ruleOffset } = attention;
  const slots = new Int32Array(scored.length * topK);
  const prior = new Float32Array(scored.length * topK).fill(MASKED);
  scored.forEach(({ pool, scores }, index) => {
    const kept = keepDim(scores, Math.min(topK, pool.length));
    const best = scores[kept[0] as number] as number;
    // Slots beyond a smaller pool go on naming row 0: any rule will do, their prior masks it.
    kept.forEach((at, slot) => {
      slots[index * topK + slot] = pool[at] as number;
      prior[index * topK + slot] = ruleOffset + priorWeight * ((scores[at] as number) - best);
    });
  });
  return {
    embeddings: tf.gather(embeddings, tf.tensor2d(slots, [scored.length, topK], 'int32')) as unknown as Tensor3D,
    prior: tf.tensor3d(prior, [scored.length, 1, topK]),
  };
}
