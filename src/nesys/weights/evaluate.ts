/** Neural model alone, rules alone and both on a test set, with weights learnt on a dev set (NeSyS, Section 4). */
import { UserError } from '../../errors.ts';
import type { EvaluationSet } from '../data/evaluation-set.ts';
import { clipScores, rightsOf, type Judge, type Scale } from '../energy.ts';
import { coordinateAscent } from './ascent.ts';
import { prepareProblem } from './problem.ts';

export interface EvaluateOptions {
  readonly scale: Scale;
  /** Scores are clipped to [−1, 1] first. */
  readonly clip: boolean;
}

/** Which questions of the test set are answered rightly, and with what weights. */
export interface Verdict {
  readonly neural: readonly boolean[];
  readonly rules: readonly boolean[];
  readonly nesys: readonly boolean[];
  /** Of the rules beside the neural model. */
  readonly weights: readonly number[];
  /** Of the rules alone, learnt with all log-probs at 0. */
  readonly rulesWeights: readonly number[];
}

/**
 * Weights come from the dev set; without one, each is 1.
 *
 * @throws UserError where the two sets are of different rule sets
 */
export function evaluateSets(test: EvaluationSet, dev: EvaluationSet | null, { scale, clip }: EvaluateOptions): Verdict {
  if (dev !== null) refuseOtherRules(test, dev);
  const [tested, learning] = [clipSet(test, clip), dev === null ? null : clipSet(dev, clip)];
  const both: Judge = { by: 'nesys', scale };
  const alone: Judge = { by: 'rules' };
  const [weights, rulesWeights] = [both, alone].map((judge) => learnWeights(learning, test.ruleCount, judge)) as [number[], number[]];
  return {
    neural: rightsOf(tested.questions, [], { by: 'neural' }),
    rules: rightsOf(tested.questions, rulesWeights, alone),
    nesys: rightsOf(tested.questions, weights, both),
    weights,
    rulesWeights,
  };
}

/** The published way; all weights are 1 where there is nothing to learn from. */
export function learnWeights(dev: EvaluationSet | null, ruleCount: number, judge: Judge): readonly number[] {
  return dev === null ? new Array<number>(ruleCount).fill(1) : coordinateAscent(prepareProblem(dev.questions, judge)).weights;
}

/** A set with its scores clipped to [−1, 1], or as it is. */
export function clipSet(set: EvaluationSet, clip: boolean): EvaluationSet {
  return clip ? { ...set, questions: set.questions.map(clipScores) } : set;
}

/** Weights of one rule set say nothing of another; rules are told apart by their ids where both files have them. @throws UserError */
export function refuseOtherRules(test: EvaluationSet, dev: EvaluationSet): void {
  refuseOtherCount(test, dev);
  refuseOtherIds(test, dev);
  const differs = (['environment', 'model'] as const).find((key) => test[key] !== null && dev[key] !== null && test[key] !== dev[key]);
  if (differs === undefined) return;
  throw UserError.of({
    expected: `the ${differs} of ${test.file}, ${String(test[differs])}`,
    got: String(dev[differs]),
    where: { file: dev.file },
    fix: 'give dev and test of one environment and one model: each has rules of its own',
  });
}

function refuseOtherCount(test: EvaluationSet, dev: EvaluationSet): void {
  if (test.ruleCount === dev.ruleCount) return;
  throw UserError.of({
    expected: `scores of the ${test.ruleCount} rules of ${test.file}`,
    got: `scores of ${dev.ruleCount} rules`,
    where: { file: dev.file },
    fix: 'give dev and test scored by the same rules',
  });
}

/** The order counts too: a weight belongs to a place in it. */
function refuseOtherIds({ file, ruleIds }: EvaluationSet, dev: EvaluationSet): void {
  const rule = ruleIds?.findIndex((id, i) => dev.ruleIds !== null && dev.ruleIds[i] !== id) ?? -1;
  if (rule < 0) return;
  throw UserError.of({
    expected: `the rules of ${file} in their order, of which rule ${rule} (from 0) is ${ruleIds![rule]}`,
    got: String(dev.ruleIds?.[rule]),
    where: { file: dev.file, key: `rules[${rule}].id` },
    fix: 'give dev and test scored by the same rules',
  });
}
