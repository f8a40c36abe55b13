/** Rules for Plancraft that need no action: what every state looks like. */
import { RECIPES } from './recipes/book.ts';
import { SMELTING } from './recipes/smelting.ts';
import type { PlancraftTransition } from './transition.ts';
import type { Rule } from '../rule.ts';
import { goalOf, sameStack } from './state.ts';

/** −1 where a rule is broken, else nothing. */
export function forbid(broken: boolean): number {
  return broken ? -1 : 0;
}

/** The most that Minecraft puts in one slot. */
const STACK_LIMIT = 64;

const MADE: ReadonlySet<string> = new Set([...RECIPES.map(({ product }) => product), ...SMELTING.values()]);

export const FORM_RULES: readonly Rule<PlancraftTransition>[] = [
  {
    id: 'goal-kept',
    about: 'The first line, which names the goal, stays as it is.',
    score: ({ before, after }) => forbid(after.header !== before.header),
  },
  {
    id: 'list-of-stacks',
    about: 'Below it stand "inventory:" and one stack a line, each in a slot that exists.',
    score: ({ after }) => forbid(!after.wellFormed),
  },
  {
    id: 'slots-in-order',
    about: 'Slots are listed in the order of the screen, none twice.',
    score: ({ after }) => forbid(!after.ordered),
  },
  {
    id: 'stack-limit',
    about: 'A stack holds 1 to 64 items.',
    score: ({ after }) => forbid([...after.stacks.values()].some(({ count }) => count < 1 || count > STACK_LIMIT)),
  },
  {
    id: 'no-invented-item',
    about: 'Every item was there before, or is the goal, or comes out of some recipe or furnace.',
    score: ({ before, after }) => {
      const known = new Set([...before.stacks.values()].map(({ item }) => item));
      const goal = goalOf(before);
      return forbid([...after.stacks.values()].some(({ item }) => !known.has(item) && item !== goal && !MADE.has(item)));
    },
  },
  {
    id: 'something-happens',
    about: 'An action that can be carried out changes something.',
    score: ({ before, after, step }) => {
      const slots = new Set([...before.stacks.keys(), ...after.stacks.keys()]);
      return forbid(step !== null && [...slots].every((slot) => sameStack(before.stacks.get(slot), after.stacks.get(slot))));
    },
  },
];
