/** Spearman's ρ over trials, with an interval for which whole instances are drawn with all their trials. */
import { bootstrapInterval, type Interval } from '../../statistics/bootstrap.ts';
import { spearman } from '../../statistics/rank-correlation.ts';
import { groupBy } from '../../statistics/spread.ts';
import type { ScoreFile } from '../formats/score.ts';

export interface RankCorrelation {
  readonly rho: number;
  /** Null for few instances. */
  readonly interval: Interval | null;
}

/** What is correlated of one trial. */
export interface Pair {
  readonly score: Pick<ScoreFile, 'instance'>;
  readonly x: number;
  readonly y: number;
}

/** Trials that a correlation needs, and instances that an interval needs. */
const FEWEST = 3;

/** Null for few trials, and where one side is constant. `figure` names the random stream. */
export function correlate(pairs: readonly Pair[], figure: string): RankCorrelation | null {
  if (pairs.length < FEWEST) return null;
  const rhoOf = (sample: readonly (readonly Pair[])[]): number => {
    const flat = sample.flat();
    return spearman(flat.map(({ x }) => x), flat.map(({ y }) => y));
  };
  const clusters = groupBy(pairs, ({ score }) => score.instance);
  const rho = rhoOf(clusters);
  if (Number.isNaN(rho)) return null;
  // A resample in which one side is constant says nothing: it counts as no correlation.
  const interval = clusters.length < FEWEST ? null : bootstrapInterval(clusters, (sample) => rhoOf(sample) || 0, { resamples: 1000, level: 0.95, stream: `ruletrek/correlation/${figure}` });
  return { rho, interval };
}

/** `.42 [.10, .66]`; a dash where there is none. */
export function formatCorrelation(value: RankCorrelation | null): string {
  if (value === null) return '–';
  const text = (number: number): string => number.toFixed(2).replace(/^(-?)0\./, '$1.');
  return value.interval === null ? text(value.rho) : `${text(value.rho)} [${text(value.interval.low)}, ${text(value.interval.high)}]`;
}
