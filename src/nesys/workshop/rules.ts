/**
 * Rules of the workshop as functions of a transition. They know what depends on
 * conditions and counts: needs, wear, heat, and that nothing else changes. Fixed
 * yields and most by-products are left to the neural model, which learns them from data.
 */
import type { Rule, RuleSet } from '../symbolic/rule.ts';
import { isMet, NEEDS, type Need } from './needs.ts';
import { countOf, heatBeside, MATERIAL_NAMES, type WorkshopState } from './state.ts';
import { readState } from './text.ts';

/** Null for a text that is no state. */
export interface WorkshopTransition {
  readonly action: string;
  readonly before: WorkshopState | null;
  readonly next: WorkshopState | null;
}

/** Both states and what the action needs; whether the needs are met, too. */
interface Known {
  readonly action: string;
  readonly before: WorkshopState;
  readonly next: WorkshopState;
  readonly need: Need;
  readonly met: boolean;
}

/** Whether the transition is as it should be; null where the rule has nothing to say. */
type Judgement = (known: Known) => boolean | null;

/** 1, −1, or 0 for nothing to say. */
function rule(id: string, about: string, judge: Judgement): Rule<WorkshopTransition> {
  return {
    id,
    about,
    score: ({ action, before, next }) => {
      const need = NEEDS[action];
      if (before === null || next === null || need === undefined) return 0;
      const holds = judge({ action, before, next, need, met: isMet(need, before) });
      return holds === null ? 0 : holds ? 1 : -1;
    },
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const refusal = rule('refusal', 'an action whose needs are not met changes nothing', ({ before, next, met }) => (met ? null : same(before, next)));

const consumption = rule('consumption', 'an action whose needs are met uses some of what it needs', ({ before, next, need, met }) => {
  const needed = MATERIAL_NAMES.filter((name) => need.stock?.[name] !== undefined);
  return met && needed.length > 0 ? needed.every((name) => countOf(next, name) < countOf(before, name)) : null;
});

const conservation = rule('conservation', 'materials that the action does not touch keep their counts', ({ before, next, need }) =>
  MATERIAL_NAMES.every((name) => need.touches.includes(name) || countOf(before, name) === countOf(next, name)) ? null : false,
);

const breakage = rule('breakage', 'a worn tool breaks when it is used on wood or crates, and leaves scrap', ({ action, before, next, need, met }) => {
  if (!met || need.tool === undefined || before.tools[need.tool] !== 'worn' || !/^(Saw|Build)/.test(action)) return null;
  return next.tools[need.tool] === undefined && countOf(next, 'scrap') === countOf(before, 'scrap') + 1;
});

const wear = rule('wear', 'a sharp tool is worn after it was used on wood or crates', ({ action, before, next, need, met }) => {
  if (!met || need.tool === undefined || before.tools[need.tool] !== 'sharp' || !/^(Saw|Build)/.test(action)) return null;
  return next.tools[need.tool] === 'worn';
});

const anvil = rule('anvil', 'forging wears the hammer unless the furnace is hot', ({ action, before, next, met }) => {
  if (!met || action !== 'Forge nails.') return null;
  return (before.furnace === 'hot') === (before.tools.hammer === next.tools.hammer);
});

const cooling = rule('cooling', 'smelting and melting cool the furnace by one step', ({ action, before, next, met }) =>
  met && /^(Smelt|Melt)/.test(action) ? next.furnace === heatBeside(before.furnace, -1) : null,
);

const waiting = rule('waiting', 'a furnace that is left alone cools by one step', ({ action, before, next }) =>
  action === 'Wait.' ? next.furnace === heatBeside(before.furnace, -1) : null,
);

const quenching = rule('quenching', 'water puts the furnace out', ({ action, next, met }) =>
  met && action.startsWith('Pour') ? next.furnace === 'cold' : null,
);

export const WORKSHOP_RULES: RuleSet<WorkshopTransition> = {
  name: 'workshop',
  parse: ({ state, action, choice }) => ({ action, before: readState(state), next: readState(choice) }),
  rules: [refusal, consumption, conservation, breakage, wear, anvil, cooling, waiting, quenching],
};
