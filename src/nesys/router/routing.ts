/** How well a router does beside its experts, and the bound that no router can pass: one of them is right. */
import { foldsOf } from '../weights/folds.ts';
import { answerBy, byExpert, EXPERTS, type ByExpert, type Expert } from './experts.ts';
import type { RoutedQuestion } from './features.ts';
import { chosenExpert, fitRouter, type Router, type RouterSettings } from './router.ts';

/** What became of one question. */
export interface Routed {
  readonly label: string;
  readonly expert: Expert;
  readonly right: ByExpert<boolean>;
}

export interface RoutingCounts {
  readonly total: number;
  /** Right answers of each expert alone. */
  readonly alone: ByExpert<number>;
  /** Right answers of those that the router chose. */
  readonly routed: number;
  /** Questions to which at least one expert has the right answer. */
  readonly bound: number;
  /** How often each was chosen. */
  readonly chosen: ByExpert<number>;
}

/** Routes questions that the router has not seen. */
export function routeAll(router: Router, questions: readonly RoutedQuestion[]): Routed[] {
  return questions.map((routed) => ({
    label: routed.question.label,
    expert: chosenExpert(router, routed),
    right: byExpert((expert) => answerBy(router.experts[expert], routed.question) === routed.question.correct),
  }));
}

/**
 * Each fold routed by a router that was made, weights and trees both, from the others alone.
 *
 * @param report told after each fold how many are done
 */
export function routeHeldOut(questions: readonly RoutedQuestion[], settings: RouterSettings, report?: (done: number) => void): Routed[] {
  return foldsOf(questions.length, settings.folds, settings.seed).flatMap((fold, index) => {
    const held = new Set(fold);
    const router = fitRouter(
      questions.filter((_, i) => !held.has(i)),
      settings,
    );
    const routed = routeAll(
      router,
      fold.map((i) => questions[i]!),
    );
    report?.(index + 1);
    return routed;
  });
}

export function routingCounts(routed: readonly Routed[]): RoutingCounts {
  const count = (holds: (one: Routed) => boolean): number => routed.filter(holds).length;
  return {
    total: routed.length,
    alone: byExpert((expert) => count(({ right }) => right[expert])),
    routed: count(({ right, expert }) => right[expert]),
    bound: count(({ right }) => EXPERTS.some((expert) => right[expert])),
    chosen: byExpert((expert) => count((one) => one.expert === expert)),
  };
}
