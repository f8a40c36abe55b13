/**
 * Weighted means over questions with a standard error that knows how these were
 * drawn: so many of each sub-task (strata), and a question that is asked in FOL and
 * in NL, or by several seeds, is one draw (a cluster). Of paired differences, the
 * interval is what evaluations of language models report: paired and clustered.
 *
 * For groups g with weights w_g and n_g values of mean m_g the estimate is
 * Σ w_g·m_g. With r_c, the sum of w_g/n_g·(x − m_g) over the values x of cluster c,
 * and C_s clusters in stratum s, its variance is the sum over strata of
 * V_s = C_s/(C_s − 1)·Σ_c r_c² (the usual s²/n where each cluster has one value),
 * and the interval is t-based with the degrees of freedom (Σ V_s)² / Σ V_s²/(C_s − 1)
 * of Welch and Satterthwaite. One group whose clusters have one difference each
 * gives the paired t interval.
 */
import { mean } from '../../statistics/spread.ts';
import { tQuantile } from '../../statistics/student-t.ts';

/** Values that count alike. */
export interface ValueGroup {
  /** Groups of one stratum may share clusters. */
  readonly stratum: string;
  readonly weight: number;
  readonly items: readonly { readonly cluster: string; readonly value: number }[];
}

export interface Estimate {
  readonly mean: number;
  /** Half the width of the 95 % interval; null where a stratum has a single cluster. */
  readonly ci95: number | null;
}

/** Mean and interval; null where a group is empty. Weights should sum to 1. */
export function clusteredMean(groups: readonly ValueGroup[]): Estimate | null {
  if (groups.length === 0 || groups.some(({ items }) => items.length === 0)) return null;
  const centre = groups.reduce((sum, group) => sum + group.weight * groupMean(group), 0);
  const strata = [...residuals(groups).values()].map((clusters) => [...clusters.values()]);
  if (strata.some((clusters) => clusters.length < 2)) return { mean: centre, ci95: null };
  return { mean: centre, ci95: halfWidth(strata) };
}

function groupMean({ items }: ValueGroup): number {
  return mean(items.map(({ value }) => value));
}

/** r_c of each cluster, by stratum. */
function residuals(groups: readonly ValueGroup[]): Map<string, Map<string, number>> {
  const strata = new Map<string, Map<string, number>>();
  for (const group of groups) {
    const clusters = strata.get(group.stratum) ?? new Map<string, number>();
    strata.set(group.stratum, clusters);
    const centre = groupMean(group);
    for (const { cluster, value } of group.items) {
      const residual = (group.weight / group.items.length) * (value - centre);
      clusters.set(cluster, (clusters.get(cluster) ?? 0) + residual);
    }
  }
  return strata;
}

function halfWidth(strata: readonly (readonly number[])[]): number {
  const variances = strata.map((clusters) => {
    const squares = clusters.reduce((sum, residual) => sum + residual ** 2, 0);
    return { variance: (clusters.length / (clusters.length - 1)) * squares, degrees: clusters.length - 1 };
  });
  const variance = variances.reduce((sum, part) => sum + part.variance, 0);
  // No value varies within its group: there is nothing to be unsure of, and no degrees of freedom to count.
  if (variance === 0) return 0;
  const degrees = variance ** 2 / variances.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0);
  return tQuantile(0.975, degrees) * Math.sqrt(variance);
}
