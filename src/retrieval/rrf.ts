/** Reciprocal rank fusion: one ranking out of several whose scores do not compare. */
import { checkK, type Ranked } from './top-k.ts';

/** The constant of the method's authors; it keeps first places from deciding alone. */
export const RRF_CONSTANT = 60;

/**
 * The k best documents by Σ 1 / (60 + rank) over the rankings that have them, ranks from 1;
 * equal sums are ranked by id.
 */
export function fuseRankings(rankings: readonly (readonly Ranked[])[], k: number): Ranked[] {
  checkK(k);
  const sums = new Map<number, number>();
  for (const ranking of rankings) {
    ranking.forEach(({ id }, place) => sums.set(id, (sums.get(id) ?? 0) + 1 / (RRF_CONSTANT + place + 1)));
  }
  const fused = Array.from(sums, ([id, score]) => ({ id, score }));
  return fused.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k);
}
