/** How far NeSyS is above either of its parts, question by question, with bootstrap intervals. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import { gainOf, type IntervalOptions } from '../intervals.ts';
import { JUDGE_TITLES, type JudgeName } from './judges.ts';
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

function gainRow({ pair, test }: PublishedResult, part: JudgeName, options: IntervalOptions): string[][] {
  const [with_, without] = [test.get('nesys'), test.get(part)];
  if (with_ === undefined || without === undefined) return [];
  const { points, low, high } = gainOf(with_, without, `gain/${pair.environment}/${pair.model}/${part}`, options);
  const turned = with_.filter((right, i) => right !== without[i]);
  const better = turned.filter(Boolean).length;
  const flips = [better, turned.length - better].map(String);
  return [[pair.environment, MODELS[pair.model], JUDGE_TITLES[part], formatPoints(points), `${formatPoints(low)} to ${formatPoints(high)}`, ...flips]];
}
