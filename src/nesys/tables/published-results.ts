/** What the published files give for each environment and model: all that the tables and findings are printed from. */
import type { EvaluationSet } from '../data/evaluation-set.ts';
import { rightsOf, SCALES, type Judge, type Scale } from '../energy.ts';
import { clipSet, learnWeights, refuseOtherRules, type EvaluateOptions } from '../weights/evaluate.ts';
import type { JudgeName } from './judges.ts';
import type { PublishedPair } from './published.ts';

/** Weights learnt on dev by one judge, and which questions it answers rightly with them. */
export interface Fit {
  readonly weights: readonly number[];
  readonly dev: readonly boolean[];
  /** Null where the test file is missing. */
  readonly test: readonly boolean[] | null;
}

export interface ScaleFit extends Fit {
  readonly scale: Scale;
}

export interface PublishedResult {
  readonly pair: PublishedPair;
  /** One fit for each γ; none where dev is missing. */
  readonly scales: readonly ScaleFit[];
  /** Of the rules alone; null where dev is missing. */
  readonly rules: Fit | null;
  /** Right test answers of each judge, as far as files allow; NeSyS with the γ that was asked for. */
  readonly test: ReadonlyMap<JudgeName, readonly boolean[]>;
  /** Right dev answers, with weights learnt on the same questions. */
  readonly dev: ReadonlyMap<JudgeName, readonly boolean[]>;
}

/** @throws UserError where dev and test are of different rule sets */
export function resultOf(published: PublishedPair, { scale, clip }: EvaluateOptions): PublishedResult {
  const clipped = (set: EvaluationSet | null): EvaluationSet | null => (set === null ? null : clipSet(set, clip));
  const pair = { ...published, dev: clipped(published.dev), test: clipped(published.test) };
  const scales = pair.dev === null ? [] : SCALES.map((one) => ({ scale: one, ...fitOf(pair, pair.dev!, { by: 'nesys', scale: one }) }));
  const rules = pair.dev === null ? null : fitOf(pair, pair.dev, { by: 'rules' });
  const nesys = scales.find((fit) => fit.scale === scale) ?? null;
  const neural = (set: EvaluationSet | null): boolean[] | null => (set === null ? null : rightsOf(set.questions, [], { by: 'neural' }));
  return {
    pair,
    scales,
    rules,
    test: withoutNulls({ neural: neural(pair.neuralTest), rules: rules?.test ?? null, nesys: nesys?.test ?? null }),
    dev: withoutNulls({ neural: neural(pair.dev), rules: rules?.dev ?? null, nesys: nesys?.dev ?? null }),
  };
}

function fitOf({ test }: PublishedPair, dev: EvaluationSet, judge: Judge): Fit {
  if (test !== null) refuseOtherRules(test, dev);
  const weights = learnWeights(dev, dev.ruleCount, judge);
  return { weights, dev: rightsOf(dev.questions, weights, judge), test: test === null ? null : rightsOf(test.questions, weights, judge) };
}

function withoutNulls(rights: Readonly<Record<JudgeName, readonly boolean[] | null>>): ReadonlyMap<JudgeName, readonly boolean[]> {
  const known = Object.entries(rights).flatMap(([judge, list]) => (list === null ? [] : [[judge as JudgeName, list] as const]));
  return new Map(known);
}
