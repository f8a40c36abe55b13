/**
 * A router: for each expert, boosted trees say how likely it is right, and the likeliest
 * answers. What the trees learn from is made by cross-fitting: the experts' answers to a
 * question come from weights that were learnt without it, so that the router sees them
 * as good as they are on new questions and no better.
 */
import type { Scale } from '../energy.ts';
import { foldsOf } from '../weights/folds.ts';
import { boost, probability, type BoostSettings, type Ensemble } from './boosting.ts';
import { answerBy, byExpert, EXPERTS, learnExperts, type ByExpert, type Expert, type Judgement } from './experts.ts';
import { labelsOf, routerFeatures, type RoutedQuestion } from './features.ts';

export interface RouterSettings {
  readonly scale: Scale;
  readonly trees: BoostSettings;
  readonly folds: number;
  /** Seeds the folds. */
  readonly seed: number;
}

export interface Router {
  /** With weights learnt on all questions that the router was made from. */
  readonly experts: ByExpert<Judgement>;
  readonly labels: readonly string[];
  readonly trees: ByExpert<Ensemble>;
}

/** One row of what the trees learn from. */
interface Sample {
  readonly features: readonly number[];
  readonly right: ByExpert<boolean>;
}

/** @param questions at least as many as folds */
export function fitRouter(questions: readonly RoutedQuestion[], settings: RouterSettings): Router {
  const labels = labelsOf(questions);
  const samples = crossFitted(questions, labels, settings);
  const rows = samples.map(({ features }) => features);
  const trees = byExpert((expert) =>
    boost(
      rows,
      samples.map(({ right }) => right[expert]),
      settings.trees,
    ),
  );
  return { experts: learnExperts(scoredOf(questions), settings.scale), labels, trees };
}

/** Samples of all questions, fold by fold. */
function crossFitted(questions: readonly RoutedQuestion[], labels: readonly string[], settings: RouterSettings): Sample[] {
  return foldsOf(questions.length, settings.folds, settings.seed).flatMap((fold) => {
    const held = new Set(fold);
    const experts = learnExperts(scoredOf(questions.filter((_, index) => !held.has(index))), settings.scale);
    return fold.map((index) => sampleOf(questions[index]!, experts, labels));
  });
}

function sampleOf(routed: RoutedQuestion, experts: ByExpert<Judgement>, labels: readonly string[]): Sample {
  const right = byExpert((expert) => answerBy(experts[expert], routed.question) === routed.question.correct);
  return { features: routerFeatures(routed, experts, labels), right };
}

function scoredOf(questions: readonly RoutedQuestion[]) {
  return questions.map(({ question }) => question);
}

/** The expert that is likeliest right; of equals, the first of `EXPERTS`. */
export function chosenExpert({ experts, labels, trees }: Router, routed: RoutedQuestion): Expert {
  const row = routerFeatures(routed, experts, labels);
  const likely = byExpert((expert) => probability(trees[expert], row));
  return EXPERTS.reduce((best, expert) => (likely[expert] > likely[best] ? expert : best));
}
