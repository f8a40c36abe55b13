/**
 * Step-wise recall@k (paper, Table 4): the t-th retrieval against the t-th gold
 * step, mean over gold steps. Methods that retrieve once are scored against all
 * gold rules of the question, and so is what methods that retrieve in rounds have
 * found in the end: their rounds are not the question's steps.
 */
import { mergeRounds } from '../methods/agents/rounds.ts';
import type { RetrievalKind, RetrievedRule } from '../methods/method.ts';

/** A gold rule and its place in the retrieval it belongs to, from 1; null where it was not retrieved. */
export interface GoldRank {
  readonly id: number;
  readonly rank: number | null;
}

type Retrievals = readonly (readonly RetrievedRule[])[];

/** Ranks of the gold rules, one list for each gold step. A missing retrieval ranks nothing; extra ones are dropped. */
export function goldRanks(
  goldSteps: readonly (readonly number[])[],
  retrievals: Retrievals,
  kind: RetrievalKind,
): GoldRank[][] {
  const lists = kind === 'rounds' ? [mergeRounds(retrievals)] : retrievals;
  return goldSteps.map((gold, step) => {
    const retrieved = lists[kind === 'per-step' ? step : 0] ?? [];
    return gold.map((id) => ({ id, rank: rankOf(retrieved, id) }));
  });
}

function rankOf(retrieved: readonly RetrievedRule[], id: number): number | null {
  const position = retrieved.findIndex((rule) => rule.id === id);
  return position < 0 ? null : position + 1;
}

/**
 * Recall@k in [0, 1], or null for a method that retrieves nothing. A step with
 * more gold rules than k takes as many as it has, so that @1 can reach 1.
 */
export function recallAt(k: number, ranks: readonly (readonly GoldRank[])[], kind: RetrievalKind): number | null {
  if (kind === 'none' || kind === 'gold') return null;
  const steps = kind === 'per-step' ? ranks : [distinct(ranks.flat())];
  const recalls = steps.map((step) => stepRecall(k, step));
  return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}

/** Recall@k of one step in [0, 1]; see `recallAt`. */
export function stepRecall(k: number, gold: readonly Pick<GoldRank, 'rank'>[]): number {
  const depth = Math.max(k, gold.length);
  return gold.filter(({ rank }) => rank !== null && rank <= depth).length / gold.length;
}

function distinct(ranks: readonly GoldRank[]): GoldRank[] {
  return [...new Map(ranks.map((gold) => [gold.id, gold])).values()];
}
