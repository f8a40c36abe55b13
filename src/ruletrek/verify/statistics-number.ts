/** Acceptance number 6: agreement, rank correlation and bootstrap beside scikit-learn and scipy. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { bootstrapInterval } from '../../statistics/bootstrap.ts';
import { cohenKappa } from '../../statistics/kappa.ts';
import { kendallTauB, spearman } from '../../statistics/rank-correlation.ts';
import { mean } from '../../statistics/spread.ts';
import { readFormat } from '../formats/read.ts';
import type { AcceptanceNumber } from './numbers.ts';

const STATISTICS = '../shared/ruletrek/fixtures/stat_fixture.json';
const numbers = z.array(z.number());
const Fixture = z.object({
  kappa: z.array(z.object({ a: numbers, b: numbers, unweighted: z.number(), linear: z.number(), quadratic: z.number() })),
  spearman: z.array(z.object({ x: numbers, y: numbers, rho: z.number(), tau_b: z.number() })),
  bootstrap: z.array(z.object({ x: numbers, percentile: z.tuple([z.number(), z.number()]), se: z.number() })),
});
type Fixture = z.infer<typeof Fixture>;

/** Largest accepted distance from the libraries, and of a bootstrap end in standard errors. */
const EXACT = 1e-12;
const END = 0.25;
const RESAMPLES = 10_000;

export function statisticsNumber(path = STATISTICS): AcceptanceNumber {
  if (!existsSync(path)) return { number: 6, text: `no fixtures: ${path} is not there`, state: 'skipped' };
  const fixture = readFormat(path, Fixture);
  const [distance, ends] = [largestDistance(fixture), largestEnd(fixture)];
  const text = `κ, weighted κ, Spearman, τ-b at most ${distance.toExponential(1)} from the libraries; bootstrap ends within ${ends.toFixed(2)} standard errors`;
  return { number: 6, text, state: distance <= EXACT && ends <= END ? 'met' : 'missed' };
}

function largestDistance({ kappa, spearman: ranks }: Fixture): number {
  const agreements = kappa.flatMap(({ a, b, unweighted, linear, quadratic }) => [
    cohenKappa(a, b) - unweighted, cohenKappa(a, b, 'linear') - linear, cohenKappa(a, b, 'quadratic') - quadratic,
  ]);
  const correlations = ranks.flatMap(({ x, y, rho, tau_b: tau }) => [spearman(x, y) - rho, kendallTauB(x, y) - tau]);
  return Math.max(...[...agreements, ...correlations].map(Math.abs));
}

function largestEnd({ bootstrap }: Fixture): number {
  return Math.max(...bootstrap.flatMap(({ x, percentile: [low, high], se }, i) => {
    const interval = bootstrapInterval(x, mean, { resamples: RESAMPLES, level: 0.95, stream: `statistics/${i}` });
    return [Math.abs(interval.low - low) / se, Math.abs(interval.high - high) / se];
  }));
}
