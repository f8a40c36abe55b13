/** All figures, in the order in which a reader meets them. */
import { costFigure } from './cost.ts';
import { entropyFigure } from './entropy.ts';
import { exactMatchByRules } from './exact-match.ts';
import { goldOnlyFigure, heldOutFigure, iterativeFigure } from './figure-5.ts';
import type { Figure, FigureOutcome, MissingFigure } from './figure.ts';
import { recallByType } from './question-types.ts';
import { recallBySteps } from './recall-by-step.ts';
import { removalFigure } from './removal.ts';
import { retentionFigure } from './retention.ts';
import type { FigureSource } from './source.ts';
import { staircaseFigures, stairsFigure } from './staircase.ts';

type FiguresOf = (source: FigureSource) => FigureOutcome | FigureOutcome[];

const FIGURES: readonly FiguresOf[] = [
  exactMatchByRules,
  entropyFigure,
  retentionFigure,
  recallBySteps,
  stairsFigure,
  staircaseFigures,
  heldOutFigure,
  iterativeFigure,
  goldOnlyFigure,
  removalFigure,
  costFigure,
  recallByType,
];

/** Drawn or missing, every one of them. */
export function allFigures(source: FigureSource): FigureOutcome[] {
  return FIGURES.flatMap((make) => make(source));
}

export function isDrawn(outcome: FigureOutcome): outcome is Figure {
  return outcome.kind === 'drawn';
}

export function isMissing(outcome: FigureOutcome): outcome is MissingFigure {
  return outcome.kind === 'missing';
}
