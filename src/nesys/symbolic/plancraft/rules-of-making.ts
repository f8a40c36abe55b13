/** Rules for Plancraft about what comes out: of the crafting grid, and of the furnace. */
import type { Rule } from '../rule.ts';
import { craft } from './craft.ts';
import { RECIPE_BOOK } from './recipes/book.ts';
import { SMELTING } from './recipes/smelting.ts';
import { RESULT } from './slots.ts';
import { gridOf, type Stack } from './state.ts';
import type { PlancraftTransition } from './transition.ts';

/** What lies in the result slot, and what the grid of the same state makes. */
function results({ after }: PlancraftTransition): { readonly shown: Stack | undefined; readonly made: Stack | null } {
  return { shown: after.stacks.get(RESULT), made: craft(gridOf(after.stacks), RECIPE_BOOK) };
}

export const MAKING_RULES: readonly Rule<PlancraftTransition>[] = [
  {
    id: 'no-result-without-recipe',
    about: 'The result slot is empty where the grid matches no recipe.',
    score: (transition) => {
      const { shown, made } = results(transition);
      return shown !== undefined && made === null ? -1 : 0;
    },
  },
  {
    id: 'recipe-gives-result',
    about: "Where the grid matches a recipe, the result slot holds the recipe's product.",
    score: (transition) => {
      const { shown, made } = results(transition);
      if (made === null) return 0;
      return shown?.item === made.item ? 1 : -1;
    },
  },
  {
    id: 'result-count',
    about: 'And as many of it as the recipe gives.',
    score: (transition) => {
      const { shown, made } = results(transition);
      if (made === null || shown?.item !== made.item) return 0;
      return shown.count === made.count ? 1 : -1;
    },
  },
  {
    id: 'smelted-product',
    about: 'What is smelted comes out as what the furnace makes of it.',
    score: ({ step, after }) => {
      const product = step?.kind === 'smelt' ? SMELTING.get(step.source.item) : undefined;
      if (step === null || product === undefined) return 0;
      return after.stacks.get(step.to)?.item === product ? 1 : -1;
    },
  },
];
