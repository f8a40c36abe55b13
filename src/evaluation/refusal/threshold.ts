/** Precision and recall of refusal, and the threshold that serves best: chosen on validation questions, counted on others. */
import { REFUSAL_SCORES, REFUSAL_STEPS, refusalScore, type Refusal, type RefusalScore, type RefusalSteps } from '../../dynarule/refusal.ts';
import type { Retrieved } from '../../dynarule/step-retrieval.ts';

/** A question that was asked with its rules in the pool, or without them. */
export interface RefusalCase {
  readonly answerable: boolean;
  /** What each step has retrieved, best first. */
  readonly retrievals: readonly (readonly Retrieved[])[];
}

/** Of questions that were asked both ways. Null where nothing was refused, or nothing ought to be. */
export interface RefusalRates {
  /** Share of the refused that have no rule. */
  readonly precision: number | null;
  /** Share of those without a rule that are refused. */
  readonly recall: number | null;
  readonly f1: number;
  /** Share of the answerable that are refused. */
  readonly refusedWrongly: number | null;
}

/** The least score of the steps that must find a rule: a question is refused where it is below the threshold. */
export function caseScore(score: RefusalScore, steps: RefusalSteps, { retrievals }: RefusalCase): number {
  const counted = steps === 'first' ? retrievals.slice(0, 1) : retrievals;
  return Math.min(...counted.map((ranked) => refusalScore(score, ranked)));
}

export function refusalRates({ score, steps, threshold }: Refusal, cases: readonly RefusalCase[]): RefusalRates {
  const refused = cases.filter((one) => caseScore(score, steps, one) < threshold);
  return rates(refused.filter(({ answerable }) => !answerable).length, refused.length, cases);
}

function rates(right: number, refused: number, cases: readonly RefusalCase[]): RefusalRates {
  const answerable = cases.filter((one) => one.answerable).length;
  const without = cases.length - answerable;
  return {
    precision: refused === 0 ? null : right / refused,
    recall: without === 0 ? null : right / without,
    f1: refused + without === 0 ? 0 : (2 * right) / (refused + without),
    refusedWrongly: answerable === 0 ? null : (refused - right) / answerable,
  };
}

/** A way of scoring with its threshold, and how well it does. */
export interface RatedRefusal {
  readonly refusal: Refusal;
  readonly rates: RefusalRates;
}

/** Each way of scoring with its threshold of best F1, the best way first; of equals the simpler one. None where all cases are of one kind. */
export function rankedRefusals(cases: readonly RefusalCase[]): RatedRefusal[] {
  if (new Set(cases.map(({ answerable }) => answerable)).size < 2) return [];
  const ways = REFUSAL_SCORES.flatMap((score) => REFUSAL_STEPS.map((steps) => bestThreshold(score, steps, cases)));
  return ways.map((refusal) => ({ refusal, rates: refusalRates(refusal, cases) })).toSorted((a, b) => b.rates.f1 - a.rates.f1);
}

/** Half-way between two scores that occur, so that a question just like one of these falls on the same side. */
function bestThreshold(score: RefusalScore, steps: RefusalSteps, cases: readonly RefusalCase[]): Refusal {
  const scored = cases.map((one) => ({ value: caseScore(score, steps, one), answerable: one.answerable })).toSorted((a, b) => a.value - b.value);
  let [best, threshold, right] = [-1, scored[0]?.value ?? 0, 0];
  scored.forEach(({ value, answerable }, at) => {
    if (!answerable) right += 1;
    const next = scored[at + 1]?.value ?? value + 1;
    const { f1 } = rates(right, at + 1, cases);
    if (next > value && f1 > best) [best, threshold] = [f1, (value + next) / 2];
  });
  return { score, steps, threshold };
}
