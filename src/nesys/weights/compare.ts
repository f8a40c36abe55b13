/** The published way of setting γ and weights beside ours; each sees the test set once. */
import { formatPoints, formatSignedPoints, type Table } from '../../evaluation/table.ts';
import type { EvaluationSet } from '../data/evaluation-set.ts';
import { countRight, rightsOf, SCALES, type Judge, type Scale } from '../energy.ts';
import { gainOf, signedRange, type IntervalOptions } from '../intervals.ts';
import { bestOf, heldOutRight, type Judged } from './folds.ts';
import type { Learner } from './learners.ts';
import { prepareProblem } from './problem.ts';

/** A way of setting γ and weights, and its answers. */
export interface Way {
  readonly title: string;
  readonly chosen: Judged;
  readonly weights: readonly number[];
  /** Which test questions are answered rightly. */
  readonly test: readonly boolean[];
}

export interface CompareOptions {
  /** γ of the published figures. */
  readonly scale: Scale;
  /** Held-out questions of each fold. */
  readonly folds: readonly (readonly number[])[];
  /** The second is the published one. */
  readonly learners: readonly Learner[];
  /** Told about every candidate that was judged on held-out questions. */
  readonly report?: (judged: Judged) => void;
}

/** The published way first, then each learner with the γ that folds choose, then the best of all. */
export function compareWays(test: EvaluationSet, dev: EvaluationSet, options: CompareOptions): Way[] {
  const judged = judgeCandidates(dev, options);
  const published = judged.find(({ scale, learner }) => scale === options.scale && learner === options.learners[1]);
  if (published === undefined) throw new RangeError('the published way is not among the candidates');
  const chosen = options.learners.map((learner) => bestOf(judged.filter((candidate) => candidate.learner === learner)));
  return [
    wayOf(`as published: γ = ${options.scale}, file's order`, published, { test, dev }),
    ...chosen.map((best) => wayOf(`γ by folds, ${best.learner.name}`, best, { test, dev })),
    wayOf('γ and way of learning by folds', bestOf(judged), { test, dev }),
  ];
}

function judgeCandidates({ questions }: EvaluationSet, { folds, learners, report }: CompareOptions): Judged[] {
  return learners.flatMap((learner) =>
    SCALES.map((scale) => {
      const judged = { scale, learner, heldOut: heldOutRight(questions, folds, { scale, learner }) };
      report?.(judged);
      return judged;
    }),
  );
}

function wayOf(title: string, chosen: Judged, { test, dev }: { readonly test: EvaluationSet; readonly dev: EvaluationSet }): Way {
  const judge: Judge = { by: 'nesys', scale: chosen.scale };
  const weights = chosen.learner.learn(prepareProblem(dev.questions, judge));
  return { title, chosen, weights, test: rightsOf(test.questions, weights, judge) };
}

/** One row for each way; the interval is of the difference from the published way, question by question. */
export function waysTable(ways: readonly Way[], devCount: number, options: IntervalOptions): Table {
  const published = ways[0]?.test ?? [];
  const rows = ways.map(({ title, chosen, weights, test }, index) => {
    const count = countRight(test);
    const gain = gainOf(test, published, `way/${title}`, options);
    const difference = index === 0 ? ['', ''] : [formatSignedPoints(gain.points), signedRange(gain)];
    const negative = weights.filter((weight) => weight < 0).length;
    return [title, chosen.scale, `${chosen.heldOut}/${devCount}`, String(negative), `${count.right}/${count.total}`, formatPoints((100 * count.right) / count.total), ...difference];
  });
  const columns = ['γ and weights', 'γ', 'held-out dev', 'negative weights', 'test', 'test %', 'points above', '95 %'];
  return { title: 'Ways of setting γ and weights, each on test once', labels: 2, columns, rows };
}
