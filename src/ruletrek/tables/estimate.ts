/**
 * Means over trials with bootstrap 95 % intervals. Trials of one instance belong together, so whole instances are drawn
 * with all their trials.
 */
import { bootstrapInterval, type BootstrapOptions, type Interval } from '../../statistics/bootstrap.ts';
import { groupBy } from '../../statistics/spread.ts';
import { headline, type Measure } from './measures.ts';
import { ofTask, type ScoredTrial } from './scored-run.ts';

export interface Estimate {
  readonly mean: number;
  /** Null for a single instance, of which nothing can be drawn but itself. */
  readonly interval: Interval | null;
  readonly instances: number;
}

const options = (figure: string): BootstrapOptions => ({ resamples: 2000, level: 0.95, stream: `ruletrek/tables/${figure}` });

/** Null without trials. `figure` names the random stream. */
export function estimateMean(trials: readonly ScoredTrial[], measure: Measure, figure: string): Estimate | null {
  const clusters = byInstance(trials).map((cluster) => totalOf(cluster, measure));
  return estimate(clusters, (sample) => ratioOf(sample, (total) => total), figure);
}

/** RD, E2E and RD − E2E over the instances that have both. */
export interface GapEstimate {
  readonly rd: number;
  readonly e2e: number;
  readonly gap: Estimate;
}

export function estimateGap(trials: readonly ScoredTrial[]): GapEstimate | null {
  const pairs = byInstance(trials)
    .map((cluster): Pair => ({ rd: totalOf(ofTask(cluster, 'RD'), headline), e2e: totalOf(ofTask(cluster, 'E2E'), headline) }))
    .filter(({ rd, e2e }) => rd.trials > 0 && e2e.trials > 0);
  const [rd, e2e] = [(sample: readonly Pair[]) => ratioOf(sample, (pair) => pair.rd), (sample: readonly Pair[]) => ratioOf(sample, (pair) => pair.e2e)];
  const gap = estimate(pairs, (sample) => rd(sample) - e2e(sample), 'gap');
  return gap === null ? null : { rd: rd(pairs), e2e: e2e(pairs), gap };
}

/** Of one instance: summed once, as the bootstrap adds them up thousands of times. */
interface Total {
  readonly sum: number;
  readonly trials: number;
}

interface Pair {
  readonly rd: Total;
  readonly e2e: Total;
}

function byInstance(trials: readonly ScoredTrial[]): ScoredTrial[][] {
  return groupBy(trials, ({ score }) => score.instance);
}

function totalOf(trials: readonly ScoredTrial[], measure: Measure): Total {
  return { sum: trials.reduce((sum, trial) => sum + measure(trial), 0), trials: trials.length };
}

/** Mean over all trials of the clusters. */
function ratioOf<T>(clusters: readonly T[], of: (cluster: T) => Total): number {
  let [sum, trials] = [0, 0];
  for (const cluster of clusters) {
    sum += of(cluster).sum;
    trials += of(cluster).trials;
  }
  return sum / trials;
}

function estimate<T>(clusters: readonly T[], statistic: (sample: readonly T[]) => number, figure: string): Estimate | null {
  if (clusters.length === 0) return null;
  const interval = clusters.length === 1 ? null : bootstrapInterval(clusters, statistic, options(figure));
  return { mean: statistic(clusters), interval, instances: clusters.length };
}

/** `76.54`; a dash where there are no trials. */
export function formatMean(value: Estimate | null): string {
  return value === null ? '–' : value.mean.toFixed(2);
}

/** `70.1 to 82.0`; a dash where there is none. */
export function formatInterval(value: Estimate | null): string {
  if (value === null || value.interval === null) return '–';
  return `${value.interval.low.toFixed(1)} to ${value.interval.high.toFixed(1)}`;
}

/** `76.54 [70.1, 82.0]`. */
export function formatEstimate(value: Estimate | null): string {
  if (value === null || value.interval === null) return formatMean(value);
  return `${formatMean(value)} [${value.interval.low.toFixed(1)}, ${value.interval.high.toFixed(1)}]`;
}
