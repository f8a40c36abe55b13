/** How much the accuracy of coordinate ascent depends on the order in which it visits the rules. */
import { formatPoints, formatSignedPoints, type Table } from '../../evaluation/table.ts';
import { randomStream } from '../../random.ts';
import { quantile } from '../../statistics/bootstrap.ts';
import { countRight, rightsOf, type Judge, type Scale } from '../energy.ts';
import { accuracyRange, gainOf, signedRange, type IntervalOptions } from '../intervals.ts';
import { coordinateAscent } from '../weights/ascent.ts';
import { prepareProblem } from '../weights/problem.ts';
import { AVERAGE, percentOf } from './accuracy.ts';
import { MODELS, paperRowOf } from './paper.ts';
import type { PublishedResult } from './published-results.ts';

export interface OrderOptions extends IntervalOptions {
  readonly scale: Scale;
  /** Random orders. */
  readonly orders: number;
}

/** Shuffled orders of so many rules; the same for the same seed. */
export function ruleOrders(ruleCount: number, { orders, seed }: Pick<OrderOptions, 'orders' | 'seed'>): number[][] {
  const random = randomStream(`nesys/${seed}/orders`);
  const rules = Array.from({ length: ruleCount }, (_, rule) => rule);
  return Array.from({ length: orders }, () => random.shuffle(rules));
}

/** Test accuracy over random orders, beside that of the file's order and the paper's figure; the range is of the two orders at its ends, question by question. */
export function orderTable(results: readonly PublishedResult[], options: OrderOptions): Table {
  return {
    title: `Order of the rules: NeSyS on test over ${options.orders} random orders of coordinate ascent, γ = ${options.scale}`,
    labels: 2,
    columns: ['environment', 'backbone', "file's order %", '95 %', 'lowest %', 'median %', 'highest %', 'highest above lowest', '95 %', 'paper %'],
    rows: results.flatMap((result) => orderRow(result, options)),
  };
}

function orderRow(result: PublishedResult, options: OrderOptions): string[][] {
  const { pair, test } = result;
  const rights = test.get('nesys');
  if (pair.test === null || pair.dev === null || rights === undefined) return [];
  const judge: Judge = { by: 'nesys', scale: options.scale };
  const problem = prepareProblem(pair.dev.questions, judge);
  const { questions } = pair.test;
  const tried = ruleOrders(problem.ruleCount, options)
    .map((order) => rightsOf(questions, coordinateAscent(problem, { order }).weights, judge))
    .sort((a, b) => countRight(a).right - countRight(b).right);
  const figures = tried.map((one) => percentOf(countRight(one)) ?? 0);
  const name = `order/${pair.environment}/${pair.model}`;
  const range = gainOf(tried.at(-1)!, tried[0]!, `${name}/range`, options);
  const spread = [figures[0]!, quantile(figures, 0.5), figures.at(-1)!].map(formatPoints);
  const paper = paperRowOf(pair.environment, pair.model, 'nesys')?.values[AVERAGE] ?? null;
  const files = [formatPoints(percentOf(countRight(rights))), accuracyRange(rights, name, options)];
  return [[pair.environment, MODELS[pair.model], ...files, ...spread, formatSignedPoints(range.points), signedRange(range), formatPoints(paper)]];
}
