/** How far NeSyS is above either of its parts, question by question, with bootstrap intervals. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import { bootstrapInterval } from '../../statistics/bootstrap.ts';
import { mean } from '../../statistics/spread.ts';
import type { IntervalOptions } from './paper-layout.ts';
import type { JudgeName } from './judges.ts';
import { MODELS } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

/** One row for each environment, model and part. Intervals over questions: both answers to one stay together. */
export function gainTable(results: readonly PublishedResult[], options: IntervalOptions): Table {
  return {
    title: 'NeSyS above its parts, test, in points of accuracy',
    labels: 3,
    columns: ['environment', 'backbone', 'above', 'gain', '95 %', 'flips for better', 'for worse'],
    rows: results.flatMap((result) => (['neural', 'rules'] as const).flatMap((part) => gainRow(result, part, options))),
  };
}

function gainRow({ pair, test }: PublishedResult, part: JudgeName, { resamples, seed }: IntervalOptions): string[][] {
  const [with_, without] = [test.get('nesys'), test.get(part)];
  if (with_ === undefined || without === undefined) return [];
  const gains = with_.map((right, i) => 100 * (Number(right) - Number(without[i])));
  const name = `${pair.environment}/${pair.model}/${part}`;
  const { low, high } = bootstrapInterval(gains, mean, { resamples, level: 0.95, stream: `nesys/${seed}/gain/${name}` });
  const flips = [gains.filter((gain) => gain > 0), gains.filter((gain) => gain < 0)].map(({ length }) => String(length));
  return [[pair.environment, MODELS[pair.model], part === 'neural' ? 'neural alone' : 'rules alone', formatPoints(mean(gains)), `${formatPoints(low)} to ${formatPoints(high)}`, ...flips]];
}
