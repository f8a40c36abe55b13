/** Rules for Plancraft about where items go: from the source, to the destination, and nowhere else. */
import type { Rule } from '../rule.ts';
import { forbid } from './rules-of-form.ts';
import { isGridSlot, RESULT } from './slots.ts';
import { less, sameStack, type Stack, type Stacks } from './state.ts';
import type { PlancraftTransition, Step } from './transition.ts';

/** What stays in the grid when its contents are used up; the game leaves it, some simulators of the game do not. */
const LEFT_BEHIND: ReadonlyMap<string, string> = new Map([
  ['milk_bucket', 'bucket'],
  ['water_bucket', 'bucket'],
  ['lava_bucket', 'bucket'],
  ['honey_bottle', 'glass_bottle'],
  ['dragon_breath', 'glass_bottle'],
]);

/** Whether a result is taken, which uses up one item of each grid slot. */
function crafts(step: Step): boolean {
  return step.kind === 'move' && step.from === RESULT;
}

/** Slots that the step neither takes from, nor puts into, nor uses up, the result aside. */
function bystanders(step: Step, { before, after }: PlancraftTransition): string[] {
  const slots = [...new Set([...before.stacks.keys(), ...after.stacks.keys()])];
  return slots.filter((slot) => slot !== RESULT && slot !== step.from && slot !== step.to && !(crafts(step) && isGridSlot(slot)));
}

function usesUpOne(before: Stack, after: Stack | undefined): boolean {
  if (sameStack(after, less(before, 1))) return true;
  return before.count === 1 && sameStack(after, { item: LEFT_BEHIND.get(before.item) ?? '', count: 1 });
}

function totals(stacks: Stacks): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [slot, { item, count }] of stacks) if (slot !== RESULT) sums.set(item, (sums.get(item) ?? 0) + count);
  return sums;
}

function sameTotals(first: Stacks, second: Stacks): boolean {
  const [sums, others] = [totals(first), totals(second)];
  return sums.size === others.size && [...sums].every(([item, count]) => others.get(item) === count);
}

/** A rule that has something to say only of steps that can be carried out. */
function ofStep(id: string, about: string, broken: (step: Step, transition: PlancraftTransition) => boolean): Rule<PlancraftTransition> {
  return { id, about, score: (transition) => forbid(transition.step !== null && broken(transition.step, transition)) };
}

export const MOTION_RULES: readonly Rule<PlancraftTransition>[] = [
  ofStep('source-pays', 'The slot that is taken from holds that many fewer, and is gone from the list at none.', (step, { after }) =>
    step.from !== RESULT && !sameStack(after.stacks.get(step.from), less(step.source, step.count)),
  ),
  ofStep('destination-gains', 'The slot that is put into holds that many more; of what was moved, unless it was smelted.', (step, { before, after }) => {
    const [there, now] = [before.stacks.get(step.to), after.stacks.get(step.to)];
    const right = now?.count === (there?.count ?? 0) + step.count;
    return !right || (step.kind === 'move' && now.item !== step.source.item) || (there !== undefined && there.item !== now.item);
  }),
  ofStep('bystanders-stay', 'Slots that have no part in the action keep what they hold.', (step, transition) =>
    bystanders(step, transition).some((slot) => !sameStack(transition.before.stacks.get(slot), transition.after.stacks.get(slot))),
  ),
  ofStep('moves-conserve', 'A move that takes no result leaves as many of each item as before.', (step, { before, after }) =>
    step.kind === 'move' && !crafts(step) && !sameTotals(before.stacks, after.stacks),
  ),
  ofStep('crafting-uses-up', 'Taking the result takes one item from each filled slot of the grid and fills none.', (step, { before, after }) => {
    if (!crafts(step)) return false;
    const used = [...before.stacks].every(([slot, stack]) => !isGridSlot(slot) || usesUpOne(stack, after.stacks.get(slot)));
    return !used || [...after.stacks.keys()].some((slot) => isGridSlot(slot) && !before.stacks.has(slot));
  }),
];
